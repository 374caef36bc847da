import { expect, test } from "vitest";
import { hasAccess } from "#domain/rules/access.ts";
import { addMonths } from "#domain/rules/instants.ts";
import { db, rowsOf, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { approveGift, buyGift, giftRow, keysOf } from "#test/worker/gifts.ts";
import { buy, payPal, report } from "#test/worker/purchases.ts";
import { request } from "#test/worker/request.ts";
import { selectMember, selectMemberByEmail } from "../../account/member/members.queries.ts";
import type { Gift } from "../gifts/gifts.queries.ts";
import { parseEvent, subjectOf } from "./sync-event.ts";

const paymentsOf = (gift: Gift) =>
  rowsOf("select state, amount_cents, refunded_cents from payments where gift_id = ?", gift.id);

async function redeem(gift: Gift): Promise<void> {
  const json = { token: keysOf(gift).token, consent: true };
  expect((await request("/api/gifts/redeem", { json, address: uniqueAddress() })).status).toBe(200);
}

test("a gift whose buyer's browser never called is captured and settled by PayPal's events", async () => {
  const gift = await approveGift();
  const orderId = gift.orderId ?? "";
  for (let time = 0; time < 2; time += 1) {
    expect((await report(orderId, "CHECKOUT.ORDER.APPROVED")).status).toBe(200);
    expect((await report(orderId, "PAYMENT.CAPTURE.COMPLETED")).status).toBe(200);
  }
  expect((await giftRow(gift.id)).paidAt).not.toBeNull();
  expect(await paymentsOf(gift)).toEqual([{ state: "completed", amount_cents: 7999, refunded_cents: 0 }]);
});

test("a capture event that arrives before its order's event is matched by its order", async () => {
  const gift = await buyGift();
  const [payment] = await rowsOf("select id from payments where gift_id = ?", gift.id);
  const { eventId } = await report(gift.orderId ?? "", "PAYMENT.CAPTURE.COMPLETED");
  expect(await rowsOf("select outcome from provider_events where id = ?", eventId)).toEqual([{ outcome: "paid" }]);
  expect(await rowsOf("select id from payments where gift_id = ?", gift.id)).toEqual([payment]);
});

test.for([
  ["refund", "PAYMENT.CAPTURE.REFUNDED", "refunded"],
  ["reverse", "PAYMENT.CAPTURE.REVERSED", "reversed"],
] as const)("a PayPal %s of a gift's payment closes the gift and ends its access", async ([action, type, state]) => {
  const [opened, waiting] = [await buyGift(), await buyGift()];
  await redeem(opened);
  for (const gift of [opened, waiting]) {
    await payPal.control({ action, id: gift.orderId ?? "" });
    for (let time = 0; time < 2; time += 1) expect((await report(gift.orderId ?? "", type)).status).toBe(200);
    expect((await giftRow(gift.id)).refundedAt).not.toBeNull();
    expect(await paymentsOf(gift)).toEqual([{ state, amount_cents: 7999, refunded_cents: 7999 }]);
  }
  const losses = await rowsOf(
    "select r.amount_cents, is_reversal from refunds r join payments p on p.id = r.payment_id where gift_id = ?",
    opened.id,
  );
  expect(losses).toEqual([{ amount_cents: 7999, is_reversal: state === "reversed" ? 1 : 0 }]);
  const [member] = await selectMemberByEmail(db, opened.recipientEmail);
  expect(member && hasAccess(member, Date.now())).toBe(false);
  const ended = await rowsOf("select end_reason from access_grants where source_id = ?", opened.id);
  expect(ended).toEqual([{ end_reason: state }]);
});

/** A paying member, and a gift that starts after the paid time. */
async function memberWithWaitingGift() {
  const { memberId, subscriptionId, email = "" } = await buy();
  const gift = await buyGift({ recipientEmail: email });
  await redeem(gift);
  const grants = () => rowsOf("select starts_at, until from access_grants where source_id = ?", gift.id);
  expect(await grants()).toEqual([]);
  const [member] = await selectMember(db, memberId);
  if (!member) throw new Error("There is no account.");
  return { member, subscriptionId, gift, grants };
}

test("a waiting gift starts at the paid end when PayPal reports the subscription as cancelled", async () => {
  const { member, subscriptionId, grants } = await memberWithWaitingGift();
  const next = Number((await payPal.subscription(subscriptionId)).nextBillingTime);
  await payPal.control({ action: "cancel", id: subscriptionId });
  await report(subscriptionId, "BILLING.SUBSCRIPTION.CANCELLED");
  expect(await grants()).toEqual([{ starts_at: next, until: addMonths(next, 12, member.timezone) }]);
});

test("a waiting gift starts at the paid end when the member cancels, within the same call", async () => {
  const { member, subscriptionId, grants } = await memberWithWaitingGift();
  const next = Number((await payPal.subscription(subscriptionId)).nextBillingTime);
  const cancelled = await request("/api/user/subscription/cancel", { json: {}, token: await tokenFor(member) });
  expect(cancelled.status).toBe(200);
  expect(await grants()).toEqual([{ starts_at: next, until: addMonths(next, 12, member.timezone) }]);
});

test("a waiting gift starts right away when the subscription's payment is refunded", async () => {
  const { subscriptionId, grants } = await memberWithWaitingGift();
  await payPal.control({ action: "refund", id: subscriptionId });
  await report(subscriptionId, "PAYMENT.SALE.REFUNDED");
  const [grant] = await grants();
  expect(Number(grant?.starts_at)).toBeLessThanOrEqual(Date.now());
});

test("a dispute's event is about the dispute, whichever of its payments PayPal names first", () => {
  const resource = { dispute_id: "PP-D-1", disputed_transactions: [{ seller_transaction_id: "FOREIGN" }] };
  const event = { id: "WH-1", event_type: "CUSTOMER.DISPUTE.CREATED", resource };
  expect(subjectOf(parseEvent(JSON.stringify(event)))).toBe("PP-D-1");
});
