import { expect, test } from "vitest";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, rowsOf, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { hourAt } from "#test/worker/jobs.ts";
import { buy, confirm, payPal, report, startCheckout } from "#test/worker/purchases.ts";
import { request } from "#test/worker/request.ts";

/** Closes in a second: anything paid until then was paid for an open account. */
const close = (memberId: string) =>
  rowsOf("update members set deleted_at = ? where id = ?", Date.now() + 1000, memberId);
const auditsOf = async (subject: string) =>
  (await rowsOf("select action from audit where subject = ? order by id", subject)).map(({ action }) => action);

/** A member's checkout, approved after the account was closed. */
async function approveForClosed() {
  const trialEnd = Date.now() + 86_400_000;
  const member = await createMember({ subscriptionType: "trial", subscriptionStatus: "trial", accessEndsAt: trialEnd });
  const started = await startCheckout({ token: await tokenFor(member) });
  await close(member.id);
  await payPal.control({ action: "approve", id: started.subscriptionId });
  return { ...started, member };
}

test("a purchase for a closed account grants nothing, is audited, and is cancelled at PayPal, once", async () => {
  const { subscriptionId, checkoutId, cookie, member } = await approveForClosed();
  const confirmed = await confirm(checkoutId, { cookie });
  expect([confirmed.status, confirmed.token]).toEqual([409, undefined]);
  for (const type of ["BILLING.SUBSCRIPTION.ACTIVATED", "BILLING.SUBSCRIPTION.CANCELLED"])
    expect((await report(subscriptionId, type)).status).toBe(200);
  expect(await payPal.subscription(subscriptionId)).toMatchObject({
    status: "CANCELLED",
    statusNote: "The account is closed",
  });
  expect(await rowsOf("select 1 from subscriptions where id = ?", subscriptionId)).toEqual([]);
  expect(
    await rowsOf("select 1 from access_grants where member_id = ? and source = 'subscription'", member.id),
  ).toEqual([]);
  expect(await auditsOf(subscriptionId)).toEqual(["payment.refused", "subscription.cancel"]);
});

test("while PayPal is down, a closed account's subscription stays due, and the hourly cron cancels it", async () => {
  const { subscriptionId } = await approveForClosed();
  await payPal.arm({ kind: "server_error", times: 3, operation: "subscriptions.cancel", about: subscriptionId });
  expect((await report(subscriptionId, "BILLING.SUBSCRIPTION.ACTIVATED")).status).toBe(503);
  expect((await payPal.subscription(subscriptionId)).status).toBe("ACTIVE");
  await hourAt(Date.now());
  expect((await payPal.subscription(subscriptionId)).status).toBe("CANCELLED");
});

test("a subscription cancelled at PayPal by its buyer also ends here, even though the account is closed", async () => {
  const { subscriptionId, memberId } = await buy();
  await close(memberId);
  await payPal.control({ action: "cancel", id: subscriptionId });
  expect((await report(subscriptionId, "BILLING.SUBSCRIPTION.CANCELLED")).status).toBe(200);
  expect(await rowsOf("select status, check_at from subscriptions where id = ?", subscriptionId)).toEqual([
    { status: "CANCELLED", check_at: null },
  ]);
  expect(await auditsOf(subscriptionId)).toEqual(["payment.refused"]);
});

test("a closed account's subscription still charged by PayPal is cancelled at the next event", async () => {
  const { subscriptionId, memberId } = await buy();
  await close(memberId);
  for (let times = 0; times < 2; times += 1)
    expect((await report(subscriptionId, "PAYMENT.SALE.COMPLETED", {})).status).toBe(200);
  await rowsOf("update subscriptions set check_at = 1 where id = ? and check_at is not null", subscriptionId);
  await hourAt(Date.now());
  expect((await payPal.subscription(subscriptionId)).status).toBe("CANCELLED");
  expect(
    await rowsOf(
      "select status, cancelled_by, check_at, difference, next_billing_at from subscriptions where id = ?",
      subscriptionId,
    ),
  ).toEqual([
    { status: "CANCELLED", cancelled_by: "account_closed", check_at: null, difference: null, next_billing_at: null },
  ]);
  expect(await auditsOf(subscriptionId)).toEqual(["payment.refused", "subscription.cancel"]);
});

test("a visitor's checkout with a removed address creates no account and is cancelled at PayPal", async () => {
  const { subscriptionId, checkoutId } = await startCheckout();
  await rowsOf("update checkouts set email = '', email_key = '' where id = ?", checkoutId);
  await payPal.control({ action: "approve", id: subscriptionId });
  expect((await report(subscriptionId, "BILLING.SUBSCRIPTION.ACTIVATED")).status).toBe(200);
  expect((await payPal.subscription(subscriptionId)).status).toBe("CANCELLED");
  expect(await rowsOf("select id from members where email = ''")).toEqual([]);
  // The operator has to refund the charge: no account can have it.
  expect(await auditsOf(subscriptionId)).toEqual(["payment.refused", "subscription.cancel", "payment.refused"]);
});

test("a checkout approved after its address's account was created and closed doesn't create a second one", async () => {
  const email = uniqueEmail();
  const [early, { memberId, token }] = [await startCheckout({ email, plan: "annual" }), await buy({ email })];
  const json = { word: "DELETE" };
  const gone = await request("/api/user/privacy/delete", { token: token ?? "", json, address: uniqueAddress() });
  expect(gone.status).toBe(200);
  await rowsOf("delete from transactional_mails where member_id = ?", memberId);
  await payPal.control({ action: "approve", id: early.subscriptionId });
  expect((await confirm(early.checkoutId, { cookie: early.cookie })).status).toBe(409);
  await report(early.subscriptionId, "BILLING.SUBSCRIPTION.ACTIVATED");
  expect(await rowsOf("select id from members where email_key = ?", email.toLowerCase())).toEqual([{ id: memberId }]);
  expect(await payPal.subscription(early.subscriptionId)).toMatchObject({
    status: "CANCELLED",
    payments: [{ status: "REFUNDED" }],
  });
  const ways = "select id from transactional_mails where member_id = ? and kind = 'account-closed'";
  expect(await rowsOf(ways, memberId)).toHaveLength(1);
});
