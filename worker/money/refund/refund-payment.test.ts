import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import type { MemberPayments } from "#domain/contract/money/subscriptions.ts";
import { DAY_MS, HOUR_MS } from "#domain/durations.ts";
import { rowsOf } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { answerForPayPal } from "#test/worker/paypal.ts";
import { accessEndOf, buy, payPal, report } from "#test/worker/purchases.ts";
import { request } from "#test/worker/request.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";

afterEach(() => vi.restoreAllMocks());

type Bought = { memberId: string; subscriptionId: string; id: string };

async function bought(): Promise<Bought> {
  const { memberId, subscriptionId } = await buy();
  const [payment] = await rowsOf("select id from payments where member_id = ?", memberId);
  return { memberId, subscriptionId, id: String(payment?.id) };
}

async function press(id: string, cents: number | undefined, requestId = crypto.randomUUID()) {
  const json = { requestId, reason: "Charged twice", cents };
  const answer = await request(`/api/admin/payments/${id}/refund`, { admin: true, json });
  const { message, error } = await answer.json<{ message?: string; error?: string }>();
  return { status: answer.status, text: message ?? error };
}

const storedOf = async (id: string) => (await rowsOf("select state, refunded_cents from payments where id = ?", id))[0];
const mailsOf = (memberId: string) =>
  rowsOf("select id from transactional_mails where member_id = ? and kind = 'payment-refunded' order by id", memberId);
const sync = (id: string) => syncSubscription(contextAt(Date.now()), id);

async function paymentOf(memberId: string) {
  const read = await request(`/api/admin/members/${memberId}/payments`, { admin: true });
  return (await read.json<MemberPayments>()).payments[0];
}

test("refunding a part keeps the subscription and access; refunding the rest ends both", async () => {
  const { memberId, subscriptionId, id } = await bought();
  const end = await accessEndOf(memberId);
  const requestId = crypto.randomUUID();
  const told = { status: 200, text: "$4.00 refunded. Access and the subscription don't change." };
  expect(await press(id, 400, requestId)).toEqual(told);
  expect(await press(id, 400, requestId)).toEqual(told);
  expect((await payPal.subscription(subscriptionId)).status).toBe("ACTIVE");
  expect(await accessEndOf(memberId)).toBe(end);
  expect(await storedOf(id)).toEqual({ state: "partially_refunded", refunded_cents: 400 });
  expect(await mailsOf(memberId)).toEqual([{ id: `refunded-${id}-400` }]);
  expect(await paymentOf(memberId)).toMatchObject({
    refundableCents: 599,
    effect: "ends_access",
    refunds: [{ amountCents: 400, reason: "Charged twice" }],
  });
  expect(await press(id, 600)).toEqual({ status: 409, text: "Only $5.99 of this payment is left to refund." });
  expect(await press(id, 599)).toEqual({ status: 200, text: "$5.99 refunded. The subscription is cancelled." });
  expect((await payPal.subscription(subscriptionId)).status).toBe("CANCELLED");
  expect(await accessEndOf(memberId)).toBeLessThanOrEqual(Date.now());
  expect(await storedOf(id)).toEqual({ state: "refunded", refunded_cents: 999 });
  expect(await mailsOf(memberId)).toHaveLength(2);
});

test("refunding all of an earlier period's payment cancels the subscription but keeps the paid time", async () => {
  const { memberId, subscriptionId, id } = await bought();
  const { nextBillingTime } = await payPal.subscription(subscriptionId);
  await payPal.control({ action: "advance", id: subscriptionId, to: nextBillingTime ?? "" });
  await sync(subscriptionId);
  const [{ paid_until: paidUntil } = {}] = await rowsOf(
    "select paid_until from subscriptions where id = ?",
    subscriptionId,
  );
  const read = await request(`/api/admin/members/${memberId}/payments`, { admin: true });
  const { payments } = await read.json<MemberPayments>();
  expect(payments.map(({ effect }) => effect)).toEqual(["ends_access", "keeps_access"]);
  expect(await press(id, undefined)).toEqual({ status: 200, text: "$9.99 refunded. The subscription is cancelled." });
  expect((await payPal.subscription(subscriptionId)).status).toBe("CANCELLED");
  expect(await accessEndOf(memberId)).toBe(paidUntil);
});

test("a refund past PayPal's time limit fails for good, and the refund window starts with the first payment", async () => {
  const { memberId, subscriptionId, id } = await bought();
  const first = await paymentOf(memberId);
  expect(Date.parse(first?.windowEndsAt ?? "") - Date.parse(first?.paidAt ?? "")).toBe(48 * HOUR_MS);
  await payPal.control({
    action: "advance",
    id: subscriptionId,
    to: new Date(Date.now() + 190 * DAY_MS).toISOString(),
  });
  expect(await press(id, 400)).toEqual({
    status: 410,
    text: "PayPal's time limit for refunding this payment has passed. Nothing was refunded. Pay the member back another way.",
  });
  await sync(subscriptionId);
  const last = await paymentOf(memberId);
  expect(last?.id).not.toBe(id);
  expect(last?.windowEndsAt).toBe(first?.windowEndsAt);
});

test("the next sync finds an unreported partial refund made in PayPal, once, and emails about it", async () => {
  const { memberId, subscriptionId, id } = await bought();
  await payPal.control({ action: "refund", id: subscriptionId, cents: 250 });
  for (let times = 0; times < 2; times += 1) await sync(subscriptionId);
  expect(await storedOf(id)).toEqual({ state: "partially_refunded", refunded_cents: 250 });
  await report(subscriptionId, "PAYMENT.SALE.REFUNDED");
  expect(await paymentOf(memberId)).toMatchObject({
    refundableCents: 749,
    refunds: [{ amountCents: 250, reason: null }],
  });
  expect(await mailsOf(memberId)).toEqual([{ id: `refunded-${id}-250` }]);
  // A second part is found, too, although the payment's state is the same.
  await payPal.control({ action: "refund", id: subscriptionId, cents: 100 });
  await sync(subscriptionId);
  expect(await storedOf(id)).toEqual({ state: "partially_refunded", refunded_cents: 350 });
});

test("if PayPal can't list its events, a sync still succeeds, and the next one finds the partial refund", async () => {
  const { subscriptionId, id } = await bought();
  await payPal.control({ action: "refund", id: subscriptionId, cents: 250 });
  const away = answerForPayPal("/webhooks-events", 400);
  expect((await sync(subscriptionId)).state).toBe("applied");
  away.mockRestore();
  expect(await storedOf(id)).toEqual({ state: "partially_refunded", refunded_cents: 0 });
  await sync(subscriptionId);
  expect(await storedOf(id)).toMatchObject({ refunded_cents: 250 });
});

test("after a lost response, another request first finishes that refund and refunds nothing more", async () => {
  const { subscriptionId, id } = await bought();
  await payPal.arm({ kind: "drop_after_accept", times: 1, operation: "captures.refund", about: id });
  await payPal.arm({ kind: "server_error", times: 2, operation: "captures.refund", about: id });
  expect((await press(id, 400)).status).toBe(503);
  expect(await press(id, 300)).toEqual({
    status: 409,
    text: "PayPal hadn't confirmed an earlier refund. That refund is done now: $4.00 refunded. Nothing else was refunded.",
  });
  expect((await payPal.subscription(subscriptionId)).payments).toMatchObject([{ refundedCents: 400 }]);
  expect((await press(id, 300)).status).toBe(200);
  expect(await storedOf(id)).toMatchObject({ refunded_cents: 700 });
});

const auditOf = (memberId: string) =>
  rowsOf("select details ->> 'cents' as cents from audit where subject = ? and action = 'payment.refund'", memberId);

test("a refund is audited once, whether it was clicked twice or PayPal's event came before the retry", async () => {
  const { memberId, subscriptionId, id } = await bought();
  const requestId = crypto.randomUUID();
  await Promise.all([press(id, 400, requestId), press(id, 400, requestId)]);
  expect(await auditOf(memberId)).toEqual([{ cents: 400 }]);
  await payPal.arm({ kind: "drop_after_accept", times: 1, operation: "captures.refund", about: id });
  await payPal.arm({ kind: "server_error", times: 2, operation: "captures.refund", about: id });
  const lost = crypto.randomUUID();
  expect((await press(id, 300, lost)).status).toBe(503);
  await report(subscriptionId, "PAYMENT.SALE.REFUNDED");
  expect((await press(id, 300, lost)).status).toBe(200);
  expect(await auditOf(memberId)).toEqual([{ cents: 400 }, { cents: 300 }]);
});

test("a refused refund can't be retried while another refund is in progress", async () => {
  const { id } = await bought();
  const refused = crypto.randomUUID();
  await rowsOf(
    "insert into refunds (id, payment_id, amount_cents, currency, asked_at, last_error) values (?, ?, 300, 'USD', 0, 'refused')",
    refused,
    id,
  );
  const answers = await Promise.all([press(id, 200), press(id, 300, refused)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 409]);
  expect(await storedOf(id)).toMatchObject({ refunded_cents: 200 });
});

test("a partial refund is found behind a hundred newer events", async () => {
  const { subscriptionId, id } = await bought();
  await payPal.control({ action: "refund", id: subscriptionId, cents: 250 });
  const ask = globalThis.fetch.bind(globalThis);
  const newer = (time: number) => ({
    create_time: new Date(time).toISOString(),
    resource: { id: `R-${time}`, sale_id: "S" },
  });
  vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    const url = new URL(String(input instanceof Request ? input.url : input));
    const end = Date.parse(url.searchParams.get("end_time") ?? "");
    if (!url.pathname.endsWith("/webhooks-events") || end <= Date.now() + HOUR_MS) return ask(input, init);
    const from = Date.now() + HOUR_MS / 2;
    return Promise.resolve(Response.json({ events: Array.from({ length: 100 }, (_, nth) => newer(from - nth)) }));
  });
  await sync(subscriptionId);
  expect(await storedOf(id)).toMatchObject({ refunded_cents: 250 });
});

const step = fc.oneof(
  fc.record({
    kind: fc.constant("press"),
    cents: fc.integer({ min: 1, max: 999 }),
    times: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({
    kind: fc.constant("beside"),
    cents: fc.integer({ min: 1, max: 999 }),
    other: fc.integer({ min: 1, max: 999 }),
  }),
  fc.record({ kind: fc.constant("paypal"), cents: fc.integer({ min: 1, max: 999 }) }),
  fc.constant({ kind: "report" }),
  fc.constant({ kind: "sync" }),
  fc.record({ kind: fc.constant("lose"), cents: fc.integer({ min: 1, max: 999 }) }),
);
type Step = { kind: string; cents?: number; other?: number; times?: number };

async function take({ kind, cents = 1, other = 1, times = 1 }: Step, { id, subscriptionId }: Bought) {
  if (kind === "press") {
    const requestId = crypto.randomUUID();
    for (let nth = 0; nth < times; nth += 1) await press(id, cents, requestId);
  }
  if (kind === "beside") await Promise.all([press(id, cents), press(id, other)]);
  if (kind === "paypal") await payPal.control({ action: "refund", id: subscriptionId, cents }).catch(() => undefined);
  if (kind === "report") await report(subscriptionId, "PAYMENT.SALE.REFUNDED").catch(() => undefined);
  if (kind === "sync") await sync(subscriptionId);
  if (kind === "lose") {
    await payPal.arm({ kind: "drop_after_accept", times: 1, operation: "captures.refund", about: id });
    await payPal.arm({ kind: "unauthorized", times: 2, operation: "captures.refund", about: id });
    await press(id, cents);
  }
}

test("refunds never exceed the payment and match PayPal's, however they're clicked, lost, reported, or made", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const about = await bought();
      const { id, subscriptionId, memberId } = about;
      for (const one of steps) await take(one, about);
      // Finishes a refund whose answer was lost, and refunds the last cent or nothing.
      await press(id, 1);
      await sync(subscriptionId);
      const made = (await payPal.subscription(subscriptionId)).payments[0]?.refundedCents ?? 0;
      const [booked] = await rowsOf(
        "select coalesce(sum(amount_cents), 0) as cents from refunds where payment_id = ? and done_at is not null",
        id,
      );
      expect(made).toBeLessThanOrEqual(999);
      expect([booked?.cents, (await storedOf(id))?.refunded_cents]).toEqual([made, made]);
      expect((await paymentOf(memberId))?.refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(made);
    }),
    { numRuns: 6 },
  );
}, 120_000);
