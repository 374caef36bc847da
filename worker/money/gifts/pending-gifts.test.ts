import { beforeEach, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#domain/durations.ts";
import { db, rowsOf, uniqueAddress } from "#test/worker/factories.ts";
import { approveGift, capture, giftRequest, giftRow } from "#test/worker/gifts.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { paypal } from "#test/worker/paypal.ts";
import { purgeOldRows } from "../../privacy/retention/purge-old-rows.ts";
import { selectOpen } from "../questions.queries.ts";
import { orderGift } from "./order-gift.ts";
import { settleOpenOrders } from "./pay-gift.ts";

const NOW = Date.now();

// Open gifts are queried across the whole database.
beforeEach(() => rowsOf("update gifts set order_id = null where paid_at is null"));

/** A gift paid from a bank, whose browser has requested the capture. */
async function payFromBank() {
  const gift = await approveGift();
  await paypal.control({ action: "payLater", id: gift.orderId ?? "" });
  expect(await capture(gift.id)).toEqual({ state: "confirming", order: null, deliverText: null });
  return { ...gift, orderId: gift.orderId ?? "" };
}

const ordersRead = (now: number) => selectOpen(db, "gift", { now, first: 150, again: 50 });
const stateOf = async (id: string) => {
  const { paidAt, pendingSince } = await giftRow(id);
  return { isPaid: paidAt !== null, isPending: pendingSince !== null };
};

test("a bank payment that arrives days later without a webhook completes the gift, thanks to daily checks", async () => {
  const { id, orderId } = await payFromBank();
  for (let day = 0; day <= 40; day += 1) await settleOpenOrders(contextAt(NOW + day * DAY_MS + HOUR_MS));
  expect(await stateOf(id)).toEqual({ isPaid: false, isPending: true });
  expect(await rowsOf("select id from payments where gift_id = ?", id)).toEqual([]);
  await purgeOldRows(contextAt(NOW + 41 * DAY_MS));
  expect(await stateOf(id)).toEqual({ isPaid: false, isPending: true });
  expect(await rowsOf("select purpose from consents where source_id = ?", id)).toHaveLength(1);
  await paypal.control({ action: "clear", id: orderId });
  await settleOpenOrders(contextAt(NOW + 42 * DAY_MS));
  expect(await stateOf(id)).toEqual({ isPaid: true, isPending: false });
  expect(await rowsOf("select state, amount_cents from payments where gift_id = ?", id)).toEqual([
    { state: "completed", amount_cents: 7999 },
  ]);
});

test("if a bank payment never arrives, the gift stays unpaid, and its order is purged like other unpaid orders", async () => {
  const { id, orderId } = await payFromBank();
  await paypal.control({ action: "clear", id: orderId, isPaid: false });
  await settleOpenOrders(contextAt(NOW + HOUR_MS));
  expect(await stateOf(id)).toEqual({ isPaid: false, isPending: false });
  // Oldest in the database: an hour handles the fifty oldest.
  await rowsOf("update gifts set created_at = -1 where id = ?", id);
  await purgeOldRows(contextAt(NOW));
  expect(await rowsOf("select id from gifts where id = ?", id)).toEqual([]);
});

test("sixty older unpaid orders don't hide a paid one", async () => {
  const unpaid = await Promise.all(
    Array.from({ length: 60 }, () => orderGift(contextAt(NOW), { ...giftRequest(), network: uniqueAddress() })),
  );
  const ids = JSON.stringify(unpaid.map(({ giftId }) => giftId));
  await rowsOf("update gifts set created_at = created_at - 7200000 where id in (select value from json_each(?))", ids);
  const { id } = await approveGift();
  await settleOpenOrders(contextAt(NOW));
  expect(await stateOf(id)).toEqual({ isPaid: true, isPending: false });
});

test("an unpaid order is checked six times in its month", async () => {
  const { giftId } = await orderGift(contextAt(NOW), { ...giftRequest(), network: uniqueAddress() });
  const checks: number[] = [];
  for (let hour = 1; hour <= 30 * 24; hour += 1) {
    const now = NOW + hour * HOUR_MS;
    const isDue = (await ordersRead(now)).some(({ id }) => id === giftId);
    if (isDue) checks.push(hour);
    if (isDue) await settleOpenOrders(contextAt(now));
  }
  expect(checks).toEqual([1, 3, 9, 27, 81, 243]);
});

test("an order that PayPal can't return is postponed, and the next one is checked", async () => {
  const troubled = await approveGift();
  const { id } = await approveGift();
  await rowsOf("update gifts set created_at = created_at - 1000 where id = ?", troubled.id);
  await paypal.arm({ kind: "server_error", times: 9, operation: "orders.get", about: troubled.orderId ?? "" });
  await settleOpenOrders(contextAt(NOW));
  expect(await stateOf(id)).toEqual({ isPaid: true, isPending: false });
  const { paidAt, checkAt } = await giftRow(troubled.id);
  expect([paidAt, checkAt]).toEqual([null, expect.any(Number)]);
});
