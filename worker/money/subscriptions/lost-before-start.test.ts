import { expect, test } from "vitest";
import { addDays } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { db, rowsOf, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { buyGift, keysOf } from "#test/worker/gifts.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { accessEndOf, buy, payPal, report, startCheckout } from "#test/worker/purchases.ts";
import { request } from "#test/worker/request.ts";
import { selectMemberByEmail } from "../../account/member/members.queries.ts";
import { syncSubscription } from "./sync-subscription.ts";

const readAgain = (id: string) => syncSubscription(contextAt(Date.now()), id);
const statusOf = async (id: string) => (await payPal.subscription(id)).status;
const isOver = async (memberId: string) => ((await accessEndOf(memberId)) ?? 0) <= Date.now();

async function refundAll(subscriptionId: string, requestId = crypto.randomUUID()) {
  const [payment] = await rowsOf("select id from payments where subscription_id = ?", subscriptionId);
  const json = { requestId, reason: "Asked for it" };
  const answer = await request(`/api/admin/payments/${payment?.id}/refund`, { admin: true, json });
  return [answer.status, await answer.json()];
}

/** A paid year, and a month that will follow it. */
async function buyBehind() {
  const year = await buy({ plan: "annual" });
  const month = await buy({ token: year.token ?? "" });
  expect([await statusOf(year.subscriptionId), await statusOf(month.subscriptionId)]).toEqual(["CANCELLED", "ACTIVE"]);
  return { memberId: year.memberId, year, month };
}

test("a refund also ends a plan that waits for the paid time to end, without access or a later charge", async () => {
  const { memberId, year, month } = await buyBehind();
  const requestId = crypto.randomUUID();
  const message = "$79.99 refunded. Both subscriptions are cancelled: this one and the one scheduled after it.";
  for (let times = 0; times < 2; times += 1)
    expect(await refundAll(year.subscriptionId, requestId)).toEqual([200, { message }]);
  expect(await statusOf(month.subscriptionId)).toBe("CANCELLED");
  expect(await isOver(memberId)).toBe(true);
  const query = "select 1 from transactional_mails where member_id = ? and id = ?";
  expect(await rowsOf(query, memberId, `cancelled-${month.subscriptionId}`)).toHaveLength(1);
});

test.for(["refund", "reverse"] as const)(
  "a %s that PayPal reports also ends a plan that waits for the paid time to end",
  async (action) => {
    const { memberId, year, month } = await buyBehind();
    await payPal.control({ action, id: year.subscriptionId });
    await report(year.subscriptionId, action === "refund" ? "PAYMENT.SALE.REFUNDED" : "PAYMENT.SALE.REVERSED");
    expect([await statusOf(month.subscriptionId), await isOver(memberId)]).toEqual(["CANCELLED", true]);
  },
);

test("a plan ordered before the refund and approved after it gives no access", async () => {
  const year = await buy({ plan: "annual" });
  const month = await startCheckout({ token: year.token ?? "" });
  expect(await refundAll(year.subscriptionId)).toEqual([
    200,
    { message: "$79.99 refunded. The subscription is cancelled." },
  ]);
  await payPal.control({ action: "approve", id: month.subscriptionId });
  await report(month.subscriptionId, "BILLING.SUBSCRIPTION.ACTIVATED");
  expect([await statusOf(month.subscriptionId), await isOver(year.memberId)]).toEqual(["CANCELLED", true]);
});

test("if PayPal can't cancel the waiting plan, the request is saved, and the next sync completes it", async () => {
  const { memberId, year, month } = await buyBehind();
  const operation = "subscriptions.cancel";
  await payPal.arm({ kind: "server_error", times: 3, operation, about: month.subscriptionId });
  await payPal.control({ action: "refund", id: year.subscriptionId });
  await report(year.subscriptionId, "PAYMENT.SALE.REFUNDED");
  expect(await statusOf(month.subscriptionId)).toBe("ACTIVE");
  await readAgain(month.subscriptionId);
  expect([await statusOf(month.subscriptionId), await isOver(memberId)]).toEqual(["CANCELLED", true]);
});

test("a subscription waiting to start after a gift ends when the gift is refunded", async () => {
  const gift = await buyGift();
  const json = { token: keysOf(gift).token, consent: true };
  expect((await request("/api/gifts/redeem", { json, address: uniqueAddress() })).status).toBe(200);
  const [member] = await selectMemberByEmail(db, gift.recipientEmail);
  if (!member) throw new Error("The gift has made no account.");
  const { subscriptionId } = await buy({ token: await tokenFor(member) });
  await payPal.control({ action: "refund", id: gift.orderId ?? "" });
  await report(gift.orderId ?? "", "PAYMENT.CAPTURE.REFUNDED");
  expect([await statusOf(subscriptionId), await isOver(member.id)]).toEqual(["CANCELLED", true]);
});

test("a member who returns after a refund keeps a new purchase", async () => {
  const first = await buy();
  await refundAll(first.subscriptionId);
  const untilDate = addDays(dateIn("America/Chicago", Date.now()), 60);
  const trial = { requestId: crypto.randomUUID(), untilDate, plan: "monthly", reason: "Asked for it" };
  const given = await request(`/api/admin/members/${first.memberId}/grants`, { admin: true, json: trial });
  expect(given.status).toBe(200);
  const second = await buy({ token: first.token ?? "" });
  await readAgain(first.subscriptionId);
  await readAgain(second.subscriptionId);
  expect([await statusOf(second.subscriptionId), await isOver(first.memberId)]).toEqual(["ACTIVE", false]);
});
