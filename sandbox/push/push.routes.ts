import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { zValidator } from "@hono/zod-validator";
import { type Context, Hono } from "hono";
import { html } from "hono/html";
import * as z from "zod";
import { BRAND } from "../../domain/brand.ts";
import { createFaultQueue } from "../fault-queue.ts";
import { hangUp, type SandboxEnv } from "../hang-up.ts";
import { PAGE_HEADERS, pageShell } from "../page-shell.ts";
import { vapidProblem } from "./check-vapid.ts";
import { decryptPush, makeReceiver } from "./decrypt-push.ts";

/** The push service's address as browsers name it; calls come here by PUSH_BASE_URL. */
const PUSH_ORIGIN = "https://push.daybolt.test";
const MOST_BYTES = 4096;
const KEPT = 1000;

/** `lost`: the message is accepted, and the call gets no answer. */
const pushFault = z.strictObject({
  kind: z.enum(["status", "lost", "delay"]),
  /** A subscription's ID; by default any. */
  to: z.string().optional(),
  times: z.int().min(1).default(1),
  status: z.int().min(300).max(599).default(500),
  retryAfter: z.string().optional(),
  delayMs: z.int().default(0),
});
export type PushFault = z.input<typeof pushFault>;

export type PushedMessage = {
  /** A real browser's is the path at its own push service. */
  subscription: string;
  at: string;
  ttl: number;
  topic: string;
  urgency: string;
  /** As decrypted; null for a browser's own subscription, whose keys we don't have. */
  text: string | null;
};

type Subscription = ReturnType<typeof makeReceiver> & { publicKey: string; isGone: boolean };

/** Plays a push service: it hands out subscriptions, and checks and decrypts what comes. */
export function pushRoutes({ now }: { now: () => number }) {
  const subscriptions = new Map<string, Subscription>();
  const faults = createFaultQueue<z.infer<typeof pushFault>, string>(
    ({ to }, called) => to === undefined || to === called,
  );
  let messages: PushedMessage[] = [];
  const keep = ({ req }: Context, subscription: string, text: string | null) => {
    const [ttl, topic = "", urgency = ""] = [req.header("ttl"), req.header("topic"), req.header("urgency")];
    const at = new Date(now()).toISOString();
    messages = [{ subscription, at, ttl: Number(ttl), topic, urgency, text }, ...messages].slice(0, KEPT);
  };
  return (
    new Hono<SandboxEnv>()
      .post("/push/subscriptions", zValidator("json", z.object({ publicKey: z.string() })), (c) => {
        const id = randomUUID();
        const receiver = makeReceiver();
        subscriptions.set(id, { ...receiver, publicKey: c.req.valid("json").publicKey, isGone: false });
        const { p256dh, auth } = receiver;
        return c.json({ id, endpoint: `${PUSH_ORIGIN}/push/${id}`, keys: { p256dh, auth } }, 201);
      })
      .delete("/push/subscriptions/:id", (c) => {
        const known = subscriptions.get(c.req.param("id"));
        if (known) known.isGone = true;
        return c.body(null, 204);
      })
      .post("/push/faults", zValidator("json", pushFault), (c) => c.json(faults.add(c.req.valid("json")), 201))
      .get("/push/messages", (c) => c.json(messages))
      .get("/push", (c) => c.html(pushPage(messages), 200, PAGE_HEADERS))
      .post("/push/:id", async (c) => {
        const id = c.req.param("id");
        const fault = faults.take(id);
        if (fault?.kind === "delay") await sleep(fault.delayMs);
        if (fault?.kind === "status")
          return c.body(null, fault.status as 500, { "retry-after": fault.retryAfter ?? "" });
        const known = subscriptions.get(id);
        if (!known) return c.body(null, 404);
        if (known.isGone) return c.body(null, 410);
        const problem = vapidProblem(c.req.header("authorization"), {
          origin: PUSH_ORIGIN,
          publicKey: known.publicKey,
        });
        if (problem !== null) return c.text(problem, 403);
        const body = new Uint8Array(await c.req.arrayBuffer());
        if (body.length > MOST_BYTES) return c.body(null, 413);
        if (c.req.header("content-encoding") !== "aes128gcm" || !c.req.header("ttl")) return c.body(null, 400);
        keep(c, id, decryptPush(known, body));
        return fault?.kind === "lost" ? hangUp(c) : c.body(null, 201);
      })
      // To a real browser's subscription, whose host PUSH_BASE_URL replaced.
      .post("*", async (c, next) => {
        if (c.req.header("content-encoding") !== "aes128gcm") return await next();
        keep(c, c.req.path, null);
        return c.body(null, 201);
      })
  );
}

const pushPage = (messages: readonly PushedMessage[]) =>
  pageShell({
    title: `Notifications · ${BRAND.name}`,
    home: "/push",
    part: "notifications",
    styles: ["/page/page.css", "/write/write.css"],
    bar: html`<a class="other" href="/">Outbox</a>`,
    content: html`<main class="writing">
      ${messages.length === 0 ? html`<p class="said" role="status">No notifications yet. PUSH_BASE_URL points here.</p>` : ""}
      <ol class="alarms" aria-label="Notifications, newest first">
        ${messages.map(({ at, topic, text }) => html`<li class="said"><time datetime="${at}">${at.slice(0, 16).replace("T", " ")} UTC</time> ${topic}: ${text ?? "encrypted for your browser"}</li>`)}
      </ol>
    </main>`,
  });
