import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import { html } from "hono/html";
import * as z from "zod";
import { BRAND } from "../domain/brand.ts";

const KEPT = 100;
const PAGE_CSP =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The body of a chat webhook: Slack reads `text`, Discord `content`, and programs the rest. */
const alarm = z.object({
  text: z.string().min(1),
  content: z.string().min(1).max(2000),
  incident: z.object({
    kind: z.string(),
    severity: z.enum(["alarm", "warning"]),
    url: z.url(),
    state: z.enum(["begun", "over"]),
    detail: z.string(),
    begunAt: z.iso.datetime(),
    endedAt: z.iso.datetime().nullable(),
    installation: z.url(),
  }),
});
export type ReceivedAlarm = z.infer<typeof alarm> & { to: string; at: string };

/** Plays a chat that shows the operator's alarms: it accepts any name under /alarms/ and lists them at /alarms. */
export function alarmRoutes({ now }: { now: () => number }) {
  const received: ReceivedAlarm[] = [];
  return new Hono()
    .post("/alarms/:to", zValidator("json", alarm), (c) => {
      received.unshift({ ...c.req.valid("json"), to: c.req.param("to"), at: new Date(now()).toISOString() });
      received.length = Math.min(received.length, KEPT);
      return c.text("ok");
    })
    .get("/alarms/:to", (c) => c.json(received.filter(({ to }) => to === c.req.param("to"))))
    .get("/alarms", (c) =>
      c.html(alarmsPage(received), 200, { "content-security-policy": PAGE_CSP, "cache-control": "no-store" }),
    );
}

const alarmsPage = (received: readonly ReceivedAlarm[]) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="dark">
    <title>Alarms · ${BRAND.name}</title>
    <link rel="icon" href="/page/bolt.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/page/page.css">
    <link rel="stylesheet" href="/write/write.css">
  </head>
  <body>
    <header class="bar">
      <h1><a class="brand" href="/alarms"><img src="/page/bolt.svg" alt="" width="22" height="22">${BRAND.name} <span class="brand-part">alarms</span></a></h1>
      <a class="other" href="/">Outbox</a>
      <a class="other" href="/paypal">PayPal</a>
    </header>
    <main class="writing">
      ${received.length === 0 ? html`<p class="said" role="status">No alarms yet. ALARM_WEBHOOK_URL points here.</p>` : ""}
      <ol class="alarms" aria-label="Alarms, newest first">
        ${received.map(({ text, at, incident }) => html`<li class="said" data-state="${incident.state}"><time datetime="${at}">${at.slice(0, 16).replace("T", " ")} UTC</time> ${text}</li>`)}
      </ol>
    </main>
  </body>
</html>`;
