import { expect, test } from "vitest";
import { MINUTE_MS } from "#domain/durations.ts";
import { rowsOf } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { buy, payPal } from "#test/worker/purchases.ts";
import { request } from "#test/worker/request.ts";
import type { WebhookSignature } from "../../kernel/paypal/paypal.ts";
import { takeWebhook } from "./take-webhook.ts";

const send = (body: string, headers: Record<string, string>, address: string, now = Date.now()) =>
  request("/api/paypal/webhook", {
    now,
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
    address,
  });

test("five hundred signed events from one network within a minute are all accepted, ninety at a time", async () => {
  const { subscriptionId } = await buy();
  for (let index = 0; index < 500; index += 1)
    await payPal.control({ action: "report", id: subscriptionId, type: "BILLING.PLAN.UPDATED" });
  const events = (await payPal.events(subscriptionId)).filter(({ type }) => type === "BILLING.PLAN.UPDATED");
  const signed = await Promise.all(events.map(({ id }) => payPal.signedEvent(id)));
  // Twenty of them come twice, as PayPal may send an event again while we check it.
  const waiting = [...signed, ...signed.slice(0, 20)];
  while (waiting.length > 0) {
    const wave = waiting.splice(0, 90);
    const answers = await Promise.all(wave.map(({ body, headers }) => send(body, headers, "203.0.113.101")));
    expect(answers.map(({ status }) => status)).toEqual(wave.map(() => 200));
  }
  const [applied] = await rowsOf(
    "select count(*) as count from provider_events where subject = ? and type = 'BILLING.PLAN.UPDATED' and applied_at is not null",
    subscriptionId,
  );
  expect(applied?.count).toBe(500);
  // No failures are left on the network's count.
  const forged = await send(
    signed[0]?.body.replace("WH-", "WX-") ?? "",
    signed[0]?.headers ?? ({} as never),
    "203.0.113.101",
  );
  expect(forged.status).toBe(400);
});

async function signedOne() {
  const { subscriptionId } = await buy();
  const [event] = await payPal.events(subscriptionId);
  return { eventId: event?.id ?? "", ...(await payPal.signedEvent(event?.id ?? "")) };
}

test("events that PayPal can't check because of an error don't count against their network", async () => {
  const { body, headers } = await signedOne();
  for (let times = 0; times < 25; times += 1) {
    await payPal.arm({ kind: times % 2 ? "server_error" : "cut", times: 3, operation: "webhooks.verify" });
    expect((await send(body, headers, "203.0.113.102")).status).toBe(503);
  }
  expect((await send(body, headers, "203.0.113.102")).status).toBe(200);
});

test("a hundred events whose Worker dies mid-check block their network for a minute but don't count as forged", async () => {
  const { body, headers } = await signedOne();
  const now = Date.now();
  const network = "203.0.113.103";
  const ctx = contextAt(now);
  if (!ctx.paypal) throw new Error("PayPal is not set up.");
  let asked = 0;
  const verifyWebhook = () => {
    asked += 1;
    return new Promise<boolean>(() => undefined);
  };
  const ended = { ...ctx, paypal: { ...ctx.paypal, verifyWebhook } };
  const signature = {} as WebhookSignature;
  for (let times = 0; times < 100; times += 1) void takeWebhook(ended, { signature, body, network });
  while (asked < 100) await new Promise((resolve) => setTimeout(resolve, 10));
  expect((await send(body, headers, network, now)).status).toBe(429);
  expect((await send(body, headers, network, now + MINUTE_MS)).status).toBe(200);
});

test("twenty forged events block their network for fifteen minutes", async () => {
  const { body, headers, eventId } = await signedOne();
  const now = Date.now();
  const network = "203.0.113.104";
  const forged = body.replace(eventId, `WH-${crypto.randomUUID()}`);
  // One per second: the end of the first minute opens nothing.
  for (let second = 0; second < 20; second += 1)
    expect((await send(forged, headers, network, now + second * 1000)).status).toBe(400);
  for (const minutes of [1, 2, 14])
    expect((await send(body, headers, network, now + minutes * MINUTE_MS)).status).toBe(429);
  expect((await send(body, headers, network, now + 16 * MINUTE_MS)).status).toBe(200);
});

test("forged events that arrive slowly are counted together over fifteen minutes", async () => {
  const { body, headers, eventId } = await signedOne();
  const now = Date.now();
  const forged = body.replace(eventId, `WH-${crypto.randomUUID()}`);
  const statuses: number[] = [];
  for (let times = 0; times < 22; times += 1)
    statuses.push((await send(forged, headers, "203.0.113.105", now + times * 40_000)).status);
  expect(statuses.filter((status) => status === 400)).toHaveLength(20);
});
