import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import { html } from "hono/html";
import * as z from "zod";
import { BRAND } from "../../../domain/brand.ts";
import type { Faults } from "../../faults.ts";
import { fileRoutes, PAGE_HEADERS, pageShell } from "../../page-shell.ts";
import type { Outbox, OutboxMail } from "../outbox.ts";
import { mailList } from "./mail-list.ts";
import { mailView } from "./mail-view.ts";
import { type PageState, pageHref, VIEWS } from "./page-state.ts";

const LIST_MAX = 200;

const FILES = ["page.css", "list.css", "reader.css", "outbox.client.js", "bolt.svg"];

/** The page opens with any query. */
const querySchema = z.object({
  search: z.string().catch(""),
  mail: z.string().catch(""),
  view: z.enum(VIEWS).catch("html"),
});

export function outboxPageRoutes(outbox: Outbox, faults: Faults) {
  const readQuery = zValidator("query", querySchema);
  const stateOf = (query: z.infer<typeof querySchema>): PageState => ({
    ...query,
    mails: outbox.list({ search: query.search, limit: LIST_MAX }),
    matching: outbox.count({ search: query.search }),
    total: outbox.count(),
    armedFaults: faults.list().reduce((sum, { remaining }) => sum + remaining, 0),
  });

  return new Hono()
    .get("/", readQuery, (c) => {
      const query = c.req.valid("query");
      const page = outboxPage(stateOf(query), outbox.find(query.mail), new URL(c.req.url).origin);
      return c.html(page, 200, PAGE_HEADERS);
    })
    .get("/page/list", readQuery, (c) => {
      const list = mailList(stateOf(c.req.valid("query")), new URL(c.req.url).origin);
      return c.html(list, 200, PAGE_HEADERS);
    })
    .route("/", fileRoutes("/page", import.meta.url, FILES));
}

/** Also works without its script: every email and every tab is a link. */
function outboxPage(state: PageState, opened: OutboxMail | undefined, origin: string) {
  return pageShell({
    title: `${opened ? `${opened.subject} · ` : ""}${BRAND.name} outbox`,
    home: "/",
    part: "outbox",
    state: state.mail ? "reading" : "browsing",
    styles: ["/page/page.css", "/page/list.css", "/page/reader.css"],
    script: "/page/outbox.client.js",
    bar: html`<form class="search" role="search" action="/">
        <input type="search" name="search" value="${state.search}" placeholder="Find a recipient" aria-label="Find a recipient" autocomplete="off" spellcheck="false">
      </form>
      <p class="live" data-live role="status">Live</p>
      <button type="button" data-clear>Clear</button>
      <a class="other" href="/write">Write</a>
      <a class="other" href="/paypal">PayPal</a>
      <a class="other" href="/alarms">Alarms</a>
      <a class="other" href="/push">Notifications</a>`,
    content: html`<main>
      <section class="list" data-list aria-label="Emails, newest first">${mailList(state, origin)}</section>
      <article class="reader" aria-label="Open email">${reader(state, opened)}</article>
    </main>`,
  });
}

function reader(state: PageState, opened: OutboxMail | undefined) {
  if (opened) return mailView(opened, state);
  if (!state.mail) return html`<p class="none">Select an email to read it here.</p>`;
  return html`<p class="none">This email is no longer in the outbox. <a href="${pageHref({ search: state.search })}">All emails</a></p>`;
}
