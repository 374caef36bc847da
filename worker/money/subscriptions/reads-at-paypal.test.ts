import { afterEach, expect, test, vi } from "vitest";
import { rowsOf } from "#test/worker/factories.ts";
import { approveGift, captureCookie, giftRow } from "#test/worker/gifts.ts";
import { buy, confirm, payPal, startCheckout } from "#test/worker/purchases.ts";
import { request } from "#test/worker/request.ts";

afterEach(() => vi.restoreAllMocks());

/** Counts calls to a PayPal path from now on. */
function countAsked(path: string): () => number {
  const ask = globalThis.fetch.bind(globalThis);
  let asked = 0;
  vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    if (String(input).includes(path)) asked += 1;
    return ask(input, init);
  });
  return () => asked;
}

const times = <T>(count: number, ask: () => Promise<T>) => Promise.all(Array.from({ length: count }, ask));

test("PayPal is asked about a checkout once in two seconds, and calls in between get the last answer", async () => {
  const { checkoutId, subscriptionId, cookie } = await startCheckout();
  const asked = countAsked(`/v1/billing/subscriptions/${subscriptionId}`);
  const now = Date.now();
  await confirm(checkoutId, { cookie, now });
  const answers = await times(40, () => confirm(checkoutId, { cookie, now: now + 1999 }));
  expect(new Set(answers.map(({ status, state }) => `${status} ${state}`))).toEqual(new Set(["200 not_approved"]));
  expect(asked()).toBe(1);
  await times(40, () => confirm(checkoutId, { cookie, now: now + 2000 }));
  expect(asked()).toBe(2);
  // While a reading is in progress, no older answer is used.
  await rowsOf("update checkouts set asked_at = ?, answer = null where id = ?", now + 2000, checkoutId);
  expect(await confirm(checkoutId, { cookie, now: now + 2000 })).toMatchObject({ state: "confirming" });
  await rowsOf("update checkouts set answer = 'not_approved' where id = ?", checkoutId);
  // Correct within three seconds of the approval, even if someone asked just before.
  await payPal.control({ action: "approve", id: subscriptionId });
  expect(await confirm(checkoutId, { cookie, now: now + 2001 })).toMatchObject({ state: "not_approved" });
  expect(await confirm(checkoutId, { cookie, now: now + 4001 })).toMatchObject({
    state: "active",
    token: expect.any(String),
  });
});

test("a call during a read from PayPal never gets the state from before the approval", async () => {
  const { checkoutId, subscriptionId, cookie } = await startCheckout();
  const now = Date.now();
  expect(await confirm(checkoutId, { cookie, now })).toMatchObject({ state: "not_approved" });
  await payPal.control({ action: "approve", id: subscriptionId });
  const answers = await times(5, () => confirm(checkoutId, { cookie, now: now + 60_000 }));
  expect(answers.map(({ state }) => state)).not.toContain("not_approved");
  expect(answers.map(({ state }) => state)).toContain("active");
});

test("a call during a refused read from PayPal is refused, too; one after a failed read gets confirming", async () => {
  const { checkoutId, subscriptionId, cookie } = await startCheckout();
  await payPal.control({ action: "approve", id: subscriptionId });
  await rowsOf("update checkouts set price_cents = 1 where id = ?", checkoutId);
  const now = Date.now();
  const ask = (at: number) => confirm(checkoutId, { cookie, now: at });
  expect([(await ask(now)).status, (await ask(now + 500)).status]).toEqual([409, 409]);
  await rowsOf("update checkouts set price_cents = 999 where id = ?", checkoutId);
  await payPal.arm({ kind: "server_error", times: 3, operation: "subscriptions.get", about: subscriptionId });
  for (const at of [2000, 3000]) expect(await ask(now + at)).toMatchObject({ status: 200, state: "confirming" });
  expect(await ask(now + 4500)).toMatchObject({ state: "active" });
});

test("only one of many simultaneous calls reads and captures a gift's order", async () => {
  const gift = await approveGift();
  const asked = countAsked(`/v2/checkout/orders/${gift.orderId}`);
  const headers = { cookie: captureCookie(gift.id) };
  const ask = (now: number) => request(`/api/gifts/${gift.id}/capture`, { json: {}, headers, now });
  const now = Date.now();
  const answers = await times(20, async () => (await (await ask(now)).json<{ state: string }>()).state);
  expect(answers.filter((state) => state === "paid")).toHaveLength(1);
  expect(new Set(answers)).toEqual(new Set(["paid", "confirming"]));
  // The order, its capture, and the order again.
  expect(asked()).toBe(3);
  expect((await giftRow(gift.id)).paidAt).not.toBeNull();
  expect(await (await ask(now + 100)).json()).toMatchObject({ state: "paid" });
});

const send = (body: string, headers: Record<string, string>, address: string) =>
  request("/api/paypal/webhook", {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
    address,
  });

test("of 200 forged webhooks, only the 25 that come together are checked, and the route is blocked only for their network", async () => {
  const { subscriptionId } = await buy();
  const [event] = await payPal.events(subscriptionId);
  const { body, headers } = await payPal.signedEvent(event?.id ?? "");
  const asked = countAsked("verify-webhook-signature");
  const forged = () => send(body.replace(event?.id ?? "", `WH-${crypto.randomUUID()}`), headers, "203.0.113.99");
  const statuses: number[] = [];
  for (let wave = 0; wave < 8; wave += 1) statuses.push(...(await times(25, forged)).map(({ status }) => status));
  expect(asked()).toBe(25);
  expect(statuses.filter((status) => status === 400)).toHaveLength(25);
  expect(statuses.filter((status) => status === 429)).toHaveLength(175);
  expect((await send(body, headers, "203.0.113.100")).status).toBe(200);
});
