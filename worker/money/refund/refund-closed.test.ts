import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#domain/durations.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, rowsOf, tokenFor } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { accessEndOf, buy, payPal, startCheckout } from "#test/worker/purchases.ts";
import { request } from "#test/worker/request.ts";
import { sendDueMails } from "../../mail/send-transactional-mails.ts";
import { reconcile } from "../subscriptions/reconcile.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";

const operatorEmail = uniqueEmail("operator");

function read(id: string, now = Date.now()) {
  const ctx = contextAt(now);
  return syncSubscription({ ...ctx, config: { ...ctx.config, operatorEmail } }, id);
}

const close = (memberId: string, at = Date.now()) =>
  rowsOf("update members set deleted_at = ? where id = ?", at, memberId);
const paymentsOf = (memberId: string) =>
  rowsOf("select id, state, refunded_cents as cents from payments where member_id = ? order by paid_at", memberId);
const refundsOf = (paymentId: unknown) =>
  rowsOf("select amount_cents as cents, done_at is not null as isDone from refunds where payment_id = ?", paymentId);
const alarms = (paymentId: unknown) =>
  rowsOf(
    "select parameters ->> 'mend' as mend from transactional_mails where to_address = ? and instr(parameters, ?)",
    operatorEmail,
    paymentId,
  );

/** A member starts an annual plan, closes the account, and still approves it at PayPal. */
async function chargeClosed() {
  const member = await createMember({ accessEndsAt: null, subscriptionStatus: "expired" }, { hasGrant: false });
  const { subscriptionId } = await startCheckout({ plan: "annual", token: await tokenFor(member) });
  await close(member.id);
  await payPal.control({ action: "approve", id: subscriptionId });
  return { member, subscriptionId };
}

test("a closed account's charge is refunded once automatically, recorded, and reported to payer and operator", async () => {
  const { member, subscriptionId } = await chargeClosed();
  for (let times = 0; times < 2; times += 1) await read(subscriptionId);
  expect(await payPal.subscription(subscriptionId)).toMatchObject({
    status: "CANCELLED",
    payments: [{ status: "REFUNDED", refundedCents: 7999 }],
  });
  const [payment] = await paymentsOf(member.id);
  expect(payment).toMatchObject({ state: "refunded", cents: 7999 });
  expect(await refundsOf(payment?.id)).toEqual([{ cents: 7999, isDone: 1 }]);
  expect(await rowsOf("select status, check_at from subscriptions where member_id = ?", member.id)).toEqual([
    { status: "CANCELLED", check_at: null },
  ]);
  expect(await accessEndOf(member.id)).toBeNull();
  await sendDueMails(contextAt(Date.now()));
  const mails = await outboxOf(member.email);
  expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining(String(payment?.id))]);
  expect(await alarms(payment?.id)).toEqual([{ mend: expect.stringMatching(/don't need to do anything/) }]);
});

test("simultaneous syncs refund once and write one audit entry", async () => {
  const { member, subscriptionId } = await chargeClosed();
  await Promise.all(Array.from({ length: 3 }, () => read(subscriptionId).catch(() => null)));
  await read(subscriptionId);
  const refunds = "select count(*) as count from audit where action = 'payment.refund' and subject = ?";
  expect(await rowsOf(refunds, member.id)).toEqual([{ count: 1 }]);
  expect((await payPal.subscription(subscriptionId)).payments).toMatchObject([{ refundedCents: 7999 }]);
});

test("a refund that PayPal doesn't make is shown in the admin area and can be made there by hand", async () => {
  const { member, subscriptionId } = await chargeClosed();
  await payPal.control({ action: "refundAs", id: subscriptionId, status: "FAILED" });
  for (let times = 0; times < 2; times += 1) await read(subscriptionId);
  const payments = await paymentsOf(member.id);
  expect(payments).toMatchObject([{ state: "completed", cents: 0 }]);
  expect(await alarms(payments[0]?.id)).toEqual([
    { mend: expect.stringMatching(/Refund the payment in the admin area/) },
  ]);
  const shown = await (await request(`/api/admin/members/${member.id}/payments`, { admin: true })).json();
  expect(shown).toMatchObject({ payments: [{ id: payments[0]?.id, refundableCents: 7999 }] });
  const json = { requestId: crypto.randomUUID(), reason: "Closed" };
  const answer = await request(`/api/admin/payments/${payments[0]?.id}/refund`, { admin: true, json });
  expect(answer.status).toBe(200);
  expect(await paymentsOf(member.id)).toMatchObject([{ state: "refunded", cents: 7999 }]);
});

test("while PayPal doesn't respond, the refund is retried and made once", async () => {
  const { member, subscriptionId } = await chargeClosed();
  await payPal.arm({ kind: "drop_after_accept", operation: "captures.refund" });
  await payPal.arm({ kind: "server_error", times: 2, operation: "captures.refund" });
  await expect(read(subscriptionId)).rejects.toMatchObject({ isAway: true });
  await read(subscriptionId);
  const [payment] = await paymentsOf(member.id);
  expect(await refundsOf(payment?.id)).toEqual([{ cents: 7999, isDone: 1 }]);
  expect((await payPal.subscription(subscriptionId)).payments).toMatchObject([{ refundedCents: 7999 }]);
});

test("an unreported charge just before closing is also refunded, by the hourly check of open checkouts", async () => {
  const member = await createMember({ accessEndsAt: null, subscriptionStatus: "expired" }, { hasGrant: false });
  const token = await tokenFor(member, Date.now(), { isByMail: true });
  const { subscriptionId } = await startCheckout({ plan: "annual", token });
  await payPal.control({ action: "approve", id: subscriptionId });
  const closedAt = Date.now() + MINUTE_MS;
  const json = { word: "DELETE" };
  expect((await request("/api/user/privacy/delete", { token, json, now: closedAt })).status).toBe(200);
  const check = (now: number) => {
    const ctx = contextAt(now);
    return reconcile({ ...ctx, config: { ...ctx.config, operatorEmail } });
  };
  const [charge] = (await payPal.subscription(subscriptionId)).payments;
  await payPal.arm({ kind: "server_error", times: 3, operation: "captures.refund", about: charge?.id ?? "" });
  await check(closedAt + HOUR_MS);
  expect(await paymentsOf(member.id)).toMatchObject([{ state: "completed" }]);
  for (const hours of [12, 24]) await check(closedAt + hours * HOUR_MS);
  const { status, payments } = await payPal.subscription(subscriptionId);
  expect({ status, payments }).toMatchObject({ status: "CANCELLED", payments: [{ refundedCents: 7999 }] });
  const [payment] = await paymentsOf(member.id);
  expect(payment).toMatchObject({ state: "refunded", cents: 7999 });
  expect(await alarms(payment?.id)).toHaveLength(1);
});

test("a membership paid before its account was closed gets only the later charge refunded", async () => {
  const { memberId, subscriptionId } = await buy();
  await close(memberId, Date.now() + 1000);
  const { nextBillingTime } = await payPal.subscription(subscriptionId);
  const renewed = (nextBillingTime ?? 0) + 1000;
  await payPal.control({ action: "advance", id: subscriptionId, to: renewed });
  await read(subscriptionId, renewed);
  expect((await paymentsOf(memberId)).map(({ state }) => state)).toEqual(["completed", "refunded"]);
  expect((await payPal.subscription(subscriptionId)).status).toBe("CANCELLED");
});
