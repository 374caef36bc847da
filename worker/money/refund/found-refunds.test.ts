import { expect, test } from "vitest";
import { rowsOf } from "#test/worker/factories.ts";
import { buyGift, giftRow } from "#test/worker/gifts.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { accessEndOf, buy, payPal, report } from "#test/worker/purchases.ts";
import { request } from "#test/worker/request.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";

const readAgain = (id: string) => syncSubscription(contextAt(Date.now()), id);
const refundsOf = (memberId: string) =>
  rowsOf(
    `select r.amount_cents as cents, r.reason, r.provider_id is not null as "isNamed", r.done_at is not null as "isDone"
      from refunds r join payments p on p.id = r.payment_id where p.member_id = ? order by r.asked_at, r.rowid`,
    memberId,
  );
const paymentIdOf = async (memberId: string) =>
  String((await rowsOf("select id from payments where member_id = ?", memberId))[0]?.id);

test("an unreported refund is counted at the next sync with PayPal, and its late webhook adds nothing", async () => {
  const { subscriptionId, memberId } = await buy();
  await payPal.control({ action: "refund", id: subscriptionId });
  await readAgain(subscriptionId);
  const counted = [{ cents: 999, reason: null, isNamed: 0, isDone: 1 }];
  expect(await refundsOf(memberId)).toEqual(counted);
  await readAgain(subscriptionId);
  await report(subscriptionId, "PAYMENT.SALE.REFUNDED");
  expect(await refundsOf(memberId)).toEqual(counted);
  expect(await accessEndOf(memberId)).toBeLessThanOrEqual(Date.now());
});

test("a reported partial refund and the unreported rest are both counted", async () => {
  const { subscriptionId, memberId } = await buy();
  await payPal.control({ action: "refund", id: subscriptionId, cents: 300 });
  await report(subscriptionId, "PAYMENT.SALE.REFUNDED");
  await payPal.control({ action: "refund", id: subscriptionId, cents: 699 });
  await readAgain(subscriptionId);
  expect((await refundsOf(memberId)).map(({ cents }) => cents)).toEqual([300, 699]);
  await report(subscriptionId, "PAYMENT.SALE.REFUNDED");
  expect((await refundsOf(memberId)).map(({ cents }) => cents)).toEqual([300, 699]);
  expect(await rowsOf("select refunded_cents, state from payments where member_id = ?", memberId)).toEqual([
    { refunded_cents: 999, state: "refunded" },
  ]);
});

test.for(["the webhook", "a reading"])(
  "a refund whose response was lost is completed by %s, and the same request then succeeds",
  async (road) => {
    const { subscriptionId, memberId } = await buy();
    const id = await paymentIdOf(memberId);
    const json = { requestId: crypto.randomUUID(), reason: "Asked for it" };
    const refund = () => request(`/api/admin/payments/${id}/refund`, { admin: true, json });
    await payPal.arm({ kind: "drop_after_accept", times: 1, operation: "captures.refund", about: id });
    await payPal.arm({ kind: "server_error", times: 2, operation: "captures.refund", about: id });
    expect((await refund()).status).toBe(503);
    expect(await refundsOf(memberId)).toMatchObject([{ isDone: 0 }]);
    if (road === "a reading") await readAgain(subscriptionId);
    else await report(subscriptionId, "PAYMENT.SALE.REFUNDED");
    const isNamed = road === "a reading" ? 0 : 1;
    expect(await refundsOf(memberId)).toEqual([{ cents: 999, reason: "Asked for it", isNamed, isDone: 1 }]);
    expect((await refund()).status).toBe(200);
    expect(await refundsOf(memberId)).toHaveLength(1);
  },
);

test("a partial refund of a gift's payment is counted once and leaves the gift unchanged", async () => {
  const gift = await buyGift();
  await payPal.control({ action: "refund", id: gift.orderId ?? "", cents: 1000 });
  for (let times = 0; times < 2; times += 1) await report(gift.orderId ?? "", "PAYMENT.CAPTURE.REFUNDED");
  const [payment] = await rowsOf("select id, state, refunded_cents from payments where gift_id = ?", gift.id);
  expect(payment).toMatchObject({ state: "partially_refunded", refunded_cents: 1000 });
  expect(await rowsOf("select amount_cents from refunds where payment_id = ?", payment?.id)).toEqual([
    { amount_cents: 1000 },
  ]);
  expect((await giftRow(gift.id)).refundedAt).toBeNull();
});
