import { expect, test } from "vitest";
import { type ComparedDay, comparedDay } from "#domain/contract/money/ledger.ts";
import { DAY_MS } from "#domain/durations.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { rowsOf } from "#test/worker/factories.ts";
import { insertPayment } from "#test/worker/ledger.ts";
import { buy, payPal } from "#test/worker/purchases.ts";
import { allTables, collectingD1, scannedBy } from "#test/worker/query-plans.ts";
import { request, requestWith } from "#test/worker/request.ts";

const dayOf = (at: number) => dateIn(DEFAULT_ZONE, at);

async function compare(date: string): Promise<ComparedDay> {
  const response = await request(`/api/admin/payments/compared/${date}`, { admin: true });
  expect(response.status).toBe(200);
  return comparedDay.parse(await response.json());
}

async function paid() {
  const { subscriptionId } = await buy();
  const [row] = await rowsOf("select id, paid_at as at from payments where subscription_id = ?", subscriptionId);
  return { subscriptionId, id: String(row?.id), at: Number(row?.at) };
}

/** The differences among payments of a test: the sandbox has those of other tests, too. */
const of = ({ lines }: ComparedDay, ids: string[]) => lines.filter(({ paymentId }) => ids.includes(paymentId));

test("a day's payments and refunds are compared with PayPal's own list, and each kind of difference is named", async () => {
  const [same, missing, changed, refunded, reversed] = await Promise.all(Array.from({ length: 5 }, paid));
  const all = [same, missing, changed, refunded, reversed].map((one) => one?.id ?? "");
  const date = dayOf(same?.at ?? 0);
  const before = await compare(date);
  expect(of(before, all)).toEqual([]);
  await rowsOf("delete from payments where id = ?", missing?.id);
  await rowsOf("update payments set amount_cents = 1 where id = ?", changed?.id);
  await insertPayment({
    id: "ONLY-HERE",
    cents: 7999,
    fee: 328,
    at: same?.at ?? 0,
    subscriptionId: same?.subscriptionId ?? "",
  });
  await payPal.control({ action: "refund", id: refunded?.subscriptionId ?? "", cents: 400 });
  await payPal.control({ action: "reverse", id: reversed?.subscriptionId ?? "" });
  // PayPal's ID of a reversal isn't known here, and it was seen a day later.
  await rowsOf(
    `insert into refunds (id, payment_id, amount_cents, currency, is_reversal, asked_at, done_at) values ('loss', ?1, 999, 'USD', 1, ?2, ?2)`,
    reversed?.id,
    (same?.at ?? 0) + DAY_MS,
  );
  const after = await compare(date);
  const lines = of(after, [...all, "ONLY-HERE"]);
  const told = new Map(lines.map(({ id, paypalCents, ourCents }) => [id, [paypalCents, ourCents]]));
  const refundId = lines.find(({ paypalCents }) => paypalCents === -400)?.id ?? "";
  expect(Object.fromEntries(told)).toEqual({
    [missing?.id ?? ""]: [999, null],
    [changed?.id ?? ""]: [999, 1],
    "ONLY-HERE": [null, 7999],
    [refundId]: [-400, null],
    loss: [-999, -999],
  });
  expect(after.paypal.grossCents).toBe(before.paypal.grossCents);
  expect(after.paypal.refundedCents - before.paypal.refundedCents).toBe(400 + 999);
  // On its own day here, the reversal isn't in PayPal's list; both lines have one ID.
  expect(of(await compare(dayOf((same?.at ?? 0) + DAY_MS)), all)).toMatchObject([{ id: "loss", paypalCents: null }]);
});

test("an app that may not search transactions gets a sentence about where to allow it", async () => {
  await payPal.arm({ kind: "forbidden", operation: "reporting.transactions" });
  const response = await request("/api/admin/payments/compared/2031-03-01", { admin: true });
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({ error: expect.stringContaining("turn on Transaction Search") });
});

test("a comparison reads along indexes", async () => {
  await paid();
  const { d1: DB, collected } = collectingD1();
  await requestWith({ DB }, `/api/admin/payments/compared/${dayOf(Date.now())}`, { admin: true });
  const booked = [...collected].filter(([statement]) => statement.includes("refundId"));
  expect(booked).toHaveLength(1);
  for (const [statement, values] of booked)
    expect(await scannedBy(statement, values, await allTables(), {})).toEqual([]);
});
