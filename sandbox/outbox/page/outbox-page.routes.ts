import { readFile } from "node:fs/promises";
import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import { html } from "hono/html";
import * as z from "zod";
import { BRAND } from "../../../domain/brand.ts";
import type { Faults } from "../../faults.ts";
import type { Outbox, OutboxMail } from "../outbox.ts";
import { mailList } from "./mail-list.ts";
import { mailView } from "./mail-view.ts";
import { type PageState, pageHref, VIEWS } from "./page-state.ts";

const LIST_MAX = 200;

const PAGE_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const FILES = {
  "page.css": "text/css; charset=utf-8",
  "list.css": "text/css; charset=utf-8",
  "reader.css": "text/css; charset=utf-8",
  "outbox.client.js": "text/javascript; charset=utf-8",
  "bolt.svg": "image/svg+xml",
} as const;

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

  const routes = new Hono()
    .get("/", readQuery, (c) => {
      const query = c.req.valid("query");
      const page = outboxPage(stateOf(query), outbox.find(query.mail), new URL(c.req.url).origin);
      return c.html(page, 200, { "content-security-policy": PAGE_CSP, "cache-control": "no-store" });
    })
    .get("/page/list", readQuery, (c) => {
      const list = mailList(stateOf(c.req.valid("query")), new URL(c.req.url).origin);
      return c.html(list, 200, { "content-security-policy": PAGE_CSP, "cache-control": "no-store" });
    });

  for (const [name, type] of Object.entries(FILES)) {
    routes.get(`/page/${name}`, async (c) =>
      c.body(await readFile(new URL(name, import.meta.url)), 200, {
        "content-type": type,
        "cache-control": "no-cache",
      }),
    );
  }
  return routes;
}

/** Also works without its script: every email and every tab is a link. */
function outboxPage(state: PageState, opened: OutboxMail | undefined, origin: string) {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="dark">
    <title>${opened ? `${opened.subject} · ` : ""}${BRAND.name} outbox</title>
    <link rel="icon" href="/page/bolt.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/page/page.css">
    <link rel="stylesheet" href="/page/list.css">
    <link rel="stylesheet" href="/page/reader.css">
    <script src="/page/outbox.client.js" type="module"></script>
  </head>
  <body class="${state.mail ? "reading" : "browsing"}">
    <header class="bar">
      <h1><a class="brand" href="/"><img src="/page/bolt.svg" alt="" width="22" height="22">${BRAND.name} <span class="brand-part">outbox</span></a></h1>
      <form class="search" role="search" action="/">
        <input type="search" name="search" value="${state.search}" placeholder="Find a recipient" aria-label="Find a recipient" autocomplete="off" spellcheck="false">
      </form>
      <p class="live" data-live role="status">Live</p>
      <button type="button" data-clear>Clear</button>
      <a class="other" href="/write">Write</a>
      <a class="other" href="/paypal">PayPal</a>
      <a class="other" href="/alarms">Alarms</a>
    </header>
    <main>
      <section class="list" data-list aria-label="Emails, newest first">${mailList(state, origin)}</section>
      <article class="reader" aria-label="Open email">${reader(state, opened)}</article>
    </main>
  </body>
</html>`;
}

function reader(state: PageState, opened: OutboxMail | undefined) {
  if (opened) return mailView(opened, state);
  if (!state.mail) return html`<p class="none">Select an email to read it here.</p>`;
  return html`<p class="none">This email is no longer in the outbox. <a href="${pageHref({ search: state.search })}">All emails</a></p>`;
}
