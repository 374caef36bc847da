import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import { html } from "hono/html";
import * as z from "zod";
import { BRAND } from "../../domain/brand.ts";
import { fileRoutes, PAGE_HEADERS, pageShell } from "../page-shell.ts";
import { type WrittenMail, writeIn, writtenMail } from "./write-in.ts";

/** The page opens with any query. */
const readQuery = zValidator("query", z.object({ to: z.string().catch(""), sent: z.string().catch("") }));

type InboundOptions = { now: () => number; workerUrl: string | null };

/** The page where a person writes an email to the product, as a member would. */
export function inboundRoutes({ now, workerUrl }: InboundOptions) {
  const send = async (mail: WrittenMail): Promise<string | null> => {
    if (workerUrl === null) return "This sandbox has no Worker to deliver email to.";
    return writeIn(workerUrl, mail, now()).then(
      () => null,
      (error: unknown) => String(error instanceof Error ? error.message : error),
    );
  };
  return new Hono()
    .get("/write", readQuery, (c) => {
      const { to, sent } = c.req.valid("query");
      const notice = sent ? "Sent. The reply will be in the outbox." : "";
      const mail = { from: "member@daybolt.test", to: to || BRAND.supportEmail, subject: "", text: "" };
      return c.html(writePage(mail, notice, false), 200, PAGE_HEADERS);
    })
    .post("/write", zValidator("form", writtenMail), async (c) => {
      const mail = c.req.valid("form");
      const problem = await send(mail);
      if (problem === null) return c.redirect("/write?sent=1", 303);
      return c.html(writePage(mail, problem, true), 502, PAGE_HEADERS);
    })
    .post("/inbound", zValidator("json", writtenMail), async (c) => {
      const problem = await send(c.req.valid("json"));
      return problem === null ? c.json({ sent: true }) : c.json({ error: problem }, 502);
    })
    .route("/", fileRoutes("/write", import.meta.url, ["write.css"]));
}

const writePage = (mail: WrittenMail, notice: string, isProblem: boolean) =>
  pageShell({
    title: `Write to ${BRAND.name}`,
    home: "/write",
    part: "write",
    styles: ["/page/page.css", "/write/write.css"],
    bar: html`<a class="other" href="/">Outbox</a>
      <a class="other" href="/paypal">PayPal</a>`,
    content: html`<main class="writing">
      <form method="post" action="/write">
        ${notice ? html`<p class="said" role="${isProblem ? "alert" : "status"}">${notice}</p>` : ""}
        <label>From <input name="from" value="${mail.from}" required autocomplete="off" spellcheck="false"></label>
        <label>To <input name="to" value="${mail.to}" required autocomplete="off" spellcheck="false"></label>
        <p class="hint">The support address, or, to unsubscribe, the "mailto:" address in an email's headers.</p>
        <label>Subject <input name="subject" value="${mail.subject}" autocomplete="off"></label>
        <label>Message <textarea name="text" rows="9">${mail.text}</textarea></label>
        <button type="submit">Send</button>
      </form>
    </main>`,
  });
