import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import { html } from "hono/html";
import * as z from "zod";
import { BRAND } from "../domain/brand.ts";
import { PAGE_HEADERS, pageShell } from "./page-shell.ts";

const KEPT = 100;

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
    .get("/alarms", (c) => c.html(alarmsPage(received), 200, PAGE_HEADERS));
}

const alarmsPage = (received: readonly ReceivedAlarm[]) =>
  pageShell({
    title: `Alarms · ${BRAND.name}`,
    home: "/alarms",
    part: "alarms",
    styles: ["/page/page.css", "/write/write.css"],
    bar: html`<a class="other" href="/">Outbox</a>
      <a class="other" href="/paypal">PayPal</a>`,
    content: html`<main class="writing">
      ${received.length === 0 ? html`<p class="said" role="status">No alarms yet. ALARM_WEBHOOK_URL points here.</p>` : ""}
      <ol class="alarms" aria-label="Alarms, newest first">
        ${received.map(({ text, at, incident }) => html`<li class="said" data-state="${incident.state}"><time datetime="${at}">${at.slice(0, 16).replace("T", " ")} UTC</time> ${text}</li>`)}
      </ol>
    </main>`,
  });
