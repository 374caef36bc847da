import { expect, test } from "vitest";
import { listedSubscriptions, type MemberPayments } from "#domain/contract/money/subscriptions.ts";
import { DAY_MS } from "#domain/durations.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, rowsOf } from "#test/worker/factories.ts";
import { hourAt } from "#test/worker/jobs.ts";
import { answerForPayPal } from "#test/worker/paypal.ts";
import { accessEndOf, buy, payPal, report, startCheckout } from "#test/worker/purchases.ts";
import { request } from "#test/worker/request.ts";

const paymentIdOf = async (memberId: string) =>
  String((await rowsOf("select id from payments where member_id = ?", memberId))[0]?.id);
const refund = (id: string, requestId = crypto.randomUUID()) =>
  request(`/api/admin/payments/${id}/refund`, { admin: true, json: { requestId, reason: "Asked for it" } });

test("a refund cancels the subscription, is paid once, ends access, and is marked as within its window", async () => {
  const { memberId, subscriptionId } = await buy();
  const id = await paymentIdOf(memberId);
  const requestId = crypto.randomUUID();
  const answers = await Promise.all([refund(id, requestId), refund(id, requestId)]);
  answers.push(await refund(id, requestId));
  expect(answers.at(-1)?.status).toBe(200);
  const [payment] = (await payPal.subscription(subscriptionId)).payments;
  expect(payment).toMatchObject({ status: "REFUNDED", refundedCents: 999 });
  expect((await payPal.subscription(subscriptionId)).status).toBe("CANCELLED");
  expect(await accessEndOf(memberId)).toBeLessThanOrEqual(Date.now());
  expect(await rowsOf("select reason, is_within_window, amount_cents from refunds where payment_id = ?", id)).toEqual([
    { reason: "Asked for it", is_within_window: 1, amount_cents: 999 },
  ]);
  expect((await refund(id)).status).toBe(409);
  const read = await request(`/api/admin/members/${memberId}/payments`, { admin: true });
  const { payments, subscriptions } = await read.json<MemberPayments>();
  expect(payments).toMatchObject([
    { state: "refunded", refundableCents: 0, refunds: [{ amountCents: 999, reason: "Asked for it" }] },
  ]);
  expect(subscriptions).toMatchObject([
    { cancelledBy: "refund", isCancelPending: false, ours: expect.stringMatching(/refunded/) },
  ]);
});

test.for(["FAILED", "CANCELLED"] as const)(
  "a refund that PayPal answers with %s is reported and not booked, and the next request completes it",
  async (status) => {
    const { memberId, subscriptionId } = await buy();
    const id = await paymentIdOf(memberId);
    const end = await accessEndOf(memberId);
    await payPal.control({ action: "refundAs", id: subscriptionId, status });
    const failed = await refund(id);
    expect([failed.status, await failed.json()]).toMatchObject([
      409,
      { error: expect.stringMatching(`^PayPal didn't process the refund \\(${status}\\)\\. Nothing was refunded`) },
    ]);
    expect(await rowsOf("select done_at, provider_id from refunds where payment_id = ?", id)).toEqual([
      { done_at: null, provider_id: null },
    ]);
    expect(await rowsOf("select 1 from audit where action = 'payment.refund' and subject = ?", memberId)).toEqual([]);
    expect(await rowsOf("select state, refunded_cents from payments where id = ?", id)).toEqual([
      { state: "completed", refunded_cents: 0 },
    ]);
    // The subscription was cancelled first; paid time remains.
    expect(await accessEndOf(memberId)).toBeGreaterThan(Date.now());
    expect(await accessEndOf(memberId)).toBeLessThan(end ?? 0);
    expect((await refund(id)).status).toBe(200);
    expect(await accessEndOf(memberId)).toBeLessThanOrEqual(Date.now());
  },
);

test("a refund that PayPal answers with PENDING ends access, is announced once, and isn't repeated", async () => {
  const { memberId, subscriptionId } = await buy();
  const id = await paymentIdOf(memberId);
  await payPal.control({ action: "refundAs", id: subscriptionId, status: "PENDING" });
  expect((await refund(id)).status).toBe(200);
  expect(await rowsOf("select state, refunded_cents from payments where id = ?", id)).toEqual([
    { state: "refunded", refunded_cents: 999 },
  ]);
  expect(await accessEndOf(memberId)).toBeLessThanOrEqual(Date.now());
  expect((await refund(id)).status).toBe(409);
  // PayPal has done it.
  await payPal.control({ action: "refund", id: subscriptionId });
  await report(subscriptionId, "PAYMENT.SALE.REFUNDED");
  expect(await rowsOf("select amount_cents from refunds where payment_id = ?", id)).toEqual([{ amount_cents: 999 }]);
  const query = "select 1 from transactional_mails where member_id = ? and kind = 'payment-refunded'";
  expect(await rowsOf(query, memberId)).toHaveLength(1);
});

test("a member's cancellation keeps access to the paid end, stops charges, and can be repeated", async () => {
  const { memberId, subscriptionId, token } = await buy();
  const [before] = await rowsOf("select paid_until from subscriptions where id = ?", subscriptionId);
  for (let times = 0; times < 2; times += 1) {
    const answer = await request("/api/user/subscription/cancel", {
      token: token ?? "",
      json: { reason: "Too early" },
    });
    expect(await answer.json()).toMatchObject({ subscription: { state: "ends", nextBillingAt: null } });
  }
  expect(await accessEndOf(memberId)).toBe(before?.paid_until);
  expect(await payPal.subscription(subscriptionId)).toMatchObject({ status: "CANCELLED", statusNote: "Too early" });
  const mails = await rowsOf(
    "select 1 from transactional_mails where member_id = ? and kind = 'subscription-cancelled'",
    memberId,
  );
  expect(mails).toHaveLength(1);
});

test.for(["subscriptions.cancel", "subscriptions.get"] as const)(
  "with PayPal failing at %s, a cancellation is saved and reported, and the hourly cron completes it",
  async (operation) => {
    const { subscriptionId, token } = await buy();
    const { nextBillingTime } = await payPal.subscription(subscriptionId);
    await payPal.arm({ kind: "server_error", times: 3, operation, about: subscriptionId });
    const answer = await request("/api/user/subscription/cancel", { token: token ?? "", json: {} });
    expect([answer.status, await answer.json()]).toMatchObject([
      503,
      { error: expect.stringContaining("We've saved your cancellation") },
    ]);
    const mine = await request("/api/user/subscription", { token: token ?? "" });
    const accessUntil = new Date(nextBillingTime ?? 0).toISOString();
    expect(await mine.json()).toMatchObject({
      subscription: { state: "ends", nextBillingAt: null, accessUntil, isCancelPending: true },
    });
    expect((await payPal.subscription(subscriptionId)).status).toBe("ACTIVE");
    await hourAt(Date.now() + 1000);
    expect(await payPal.subscription(subscriptionId)).toMatchObject({
      status: "CANCELLED",
      statusNote: "Cancelled by the member",
    });
    const after = await request("/api/user/subscription", { token: token ?? "" });
    expect(await after.json()).toMatchObject({ subscription: { state: "ends", isCancelPending: false } });
  },
);

test("the administrator cancels with a default reason, and cancelling again is no error", async () => {
  const { subscriptionId } = await buy();
  for (let times = 0; times < 2; times += 1) {
    const answer = await request(`/api/paypal/subscriptions/${subscriptionId}/cancel`, { admin: true, json: {} });
    expect(await answer.json()).toEqual({ message: `Successfully cancelled subscription ${subscriptionId}` });
  }
  expect((await payPal.subscription(subscriptionId)).statusNote).toBe("Administrative cancellation");
});

const cancellationsOf = (subject: string) =>
  rowsOf("select 1 from audit where action = 'subscription.cancel' and subject = ?", subject);

test("an unapproved subscription isn't reported as cancelled, because its buyer may still approve it", async () => {
  const { subscriptionId } = await startCheckout();
  const path = `/api/paypal/subscriptions/${subscriptionId}/cancel`;
  const answer = await request(path, { admin: true, json: {} });
  expect([answer.status, await answer.json()]).toMatchObject([
    409,
    { error: expect.stringContaining("The buyer hasn't approved this subscription. Nothing is charged") },
  ]);
  expect((await payPal.subscription(subscriptionId)).status).toBe("APPROVAL_PENDING");
  expect(await cancellationsOf(subscriptionId)).toEqual([]);
});

test("our subscription that PayPal doesn't know isn't reported as cancelled", async () => {
  const { id: memberId } = await createMember();
  const { checkoutId } = await startCheckout();
  const id = "I-OURSALONE";
  await rowsOf(
    `insert into subscriptions (id, checkout_id, member_id, plan, status, approved_at, starts_at, read_at, created_at)
    values (?, ?, ?, 'monthly', 'ACTIVE', 1, 1, 1, 1)`,
    id,
    checkoutId,
    memberId,
  );
  const answer = await request(`/api/paypal/subscriptions/${id}/cancel`, { admin: true, json: {} });
  expect(answer.status).toBe(404);
  expect(await cancellationsOf(memberId)).toEqual([]);
});

test("a subscription unknown to PayPal and to us can't be cancelled", async () => {
  const answer = await request("/api/paypal/subscriptions/I-NOBODYS/cancel", { admin: true, json: {} });
  expect([answer.status, await answer.json()]).toMatchObject([404, { error: "Subscription not found" }]);
});

test("a member paying twice is shown with both subscriptions, but a pending plan change isn't flagged", async () => {
  const isDouble = async (memberId: string) => {
    const read = await request(`/api/admin/members/${memberId}/payments`, { admin: true });
    return (await read.json<MemberPayments>()).subscriptions.map((one) => one.isDouble);
  };
  const email = uniqueEmail();
  const [first, second] = [await startCheckout({ email }), await startCheckout({ email, plan: "annual" })];
  for (const { subscriptionId } of [first, second]) {
    await payPal.control({ action: "approve", id: subscriptionId });
    await report(subscriptionId, "BILLING.SUBSCRIPTION.ACTIVATED");
  }
  const [row] = await rowsOf("select member_id from subscriptions where id = ?", first.subscriptionId);
  const memberId = String(row?.member_id);
  const countOf = async () =>
    (await rowsOf("select count from charged_subscriptions where member_id = ?", memberId))[0];
  expect([await isDouble(memberId), await countOf()]).toEqual([[true, true], { count: 2 }]);
  const [payment] = await rowsOf("select id from payments where subscription_id = ?", second.subscriptionId);
  expect((await refund(String(payment?.id))).status).toBe(200);
  expect([await isDouble(memberId), await countOf()]).toEqual([[false, false], { count: 1 }]);

  const changing = await buy();
  const { subscriptionId } = await startCheckout({ plan: "annual", token: changing.token ?? "" });
  await payPal.control({ action: "approve", id: subscriptionId });
  await payPal.arm({
    kind: "server_error",
    times: 3,
    operation: "subscriptions.cancel",
    about: changing.subscriptionId,
  });
  await report(subscriptionId, "BILLING.SUBSCRIPTION.ACTIVATED");
  expect((await payPal.subscription(changing.subscriptionId)).status).toBe("ACTIVE");
  expect(await isDouble(changing.memberId)).toEqual([false, false]);
  const read = await request(`/api/admin/members/${changing.memberId}/payments`, { admin: true });
  const old = (await read.json<MemberPayments>()).subscriptions.find(({ id }) => id === changing.subscriptionId);
  expect(old?.ours).toMatch(/^Paid. Access until .+\. PayPal hasn't confirmed the cancellation yet/);
  expect(old?.isCancelPending).toBe(true);
  // The state after the approval, before the old one's cancellation is requested.
  await rowsOf("update subscriptions set cancel_asked_at = null where id = ?", changing.subscriptionId);
  expect(await isDouble(changing.memberId)).toEqual([false, false]);
});

test("the hourly cron finds purchases and changes that no webhook reported", async () => {
  const started = await startCheckout();
  await payPal.control({ action: "approve", id: started.subscriptionId });
  const { memberId, subscriptionId } = await buy();
  await payPal.control({ action: "refund", id: subscriptionId });
  await rowsOf("update checkouts set created_at = created_at - 3600000 where id = ?", started.checkoutId);
  await rowsOf("update subscriptions set check_at = 1 where id = ?", subscriptionId);
  await hourAt(Date.now());
  expect(await rowsOf("select status from subscriptions where id = ?", started.subscriptionId)).toEqual([
    { status: "ACTIVE" },
  ]);
  expect(await accessEndOf(memberId)).toBeLessThanOrEqual(Date.now());
});

test("out-of-sync subscriptions are listed at any age, and any record is found by ID or member email", async () => {
  const email = uniqueEmail();
  const { subscriptionId, memberId } = await buy({ email });
  await rowsOf(
    "update subscriptions set starts_at = 1, difference = 'PayPal says CANCELLED.' where id = ?",
    subscriptionId,
  );
  type Listed = { subscriptions: { id: string }[]; outOfSync?: { id: string }[] };
  const read = async (q = "") =>
    (await request(`/api/paypal/subscriptions?${new URLSearchParams({ q })}`, { admin: true })).json<Listed>();
  expect((await read()).outOfSync?.find(({ id }) => id === subscriptionId)).toMatchObject({
    memberId,
    difference: "PayPal says CANCELLED.",
    plan: "monthly",
  });
  for (const q of [subscriptionId.toLowerCase(), ` ${email.toUpperCase()} `])
    expect((await read(q)).subscriptions).toMatchObject([{ id: subscriptionId, memberId }]);
  expect((await read("I-NOBODYS")).subscriptions).toEqual([]);
});

test("without PayPal's list, ours has the subscriptions that started in the last 30 days, whenever we stored them", async () => {
  const [long, recent] = [await buy(), await buy()];
  const daysAgo = (days: number) => Date.now() - days * DAY_MS;
  const startedAgo = (id: string, days: number, stored: number) =>
    rowsOf("update subscriptions set starts_at = ?, created_at = ? where id = ?", daysAgo(days), daysAgo(stored), id);
  await startedAgo(long.subscriptionId, 31, 1);
  await startedAgo(recent.subscriptionId, 29, 40);
  answerForPayPal("/v1/billing/subscriptions?", 404);
  const answer = await request("/api/paypal/subscriptions", { admin: true });
  const ids = (await answer.json<{ subscriptions: { id: string }[] }>()).subscriptions.map(({ id }) => id);
  expect(ids).toContain(recent.subscriptionId);
  expect(ids).not.toContain(long.subscriptionId);
});

test("of more than 500 that started in the last 30 days, the newest are listed, with the number of all", async () => {
  const { memberId } = await buy();
  const before = Date.now() - 29 * DAY_MS;
  const many = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 700)";
  await rowsOf(
    `insert into checkouts (id, plan, price_cents, currency, email, email_key, nonce_hash, created_at) ${many}
      select 'MANY-' || i, 'monthly', 999, 'USD', '', '', '', 0 from n`,
  );
  await rowsOf(
    `insert into subscriptions (id, checkout_id, member_id, plan, status, approved_at, starts_at, read_at, created_at) ${many}
      select 'MANY-' || i, 'MANY-' || i, ?, 'monthly', 'ACTIVE', 0, ? + i, 0, 0 from n`,
    memberId,
    before,
  );
  const from = Date.now() - 30 * DAY_MS;
  const [all] = await rowsOf("select count(*) as total from subscriptions where starts_at >= ?", from);
  const answer = await request("/api/paypal/subscriptions", { admin: true });
  const { subscriptions, notice } = listedSubscriptions.parse(await answer.json());
  expect(subscriptions).toHaveLength(500);
  expect(notice).toContain(`the newest 500 of ${all?.total}. The counts below cover only these.`);
  expect(subscriptions.some(({ id }) => id === "MANY-700")).toBe(true);
  expect(subscriptions.some(({ id }) => id === "MANY-1")).toBe(false);
  await rowsOf("delete from subscriptions where id like 'MANY-%'");
  await rowsOf("delete from checkouts where id like 'MANY-%'");
});

test("PayPal's list and our records are merged; without PayPal's list, ours is shown with a notice", async () => {
  const { subscriptionId, memberId } = await buy();
  const read = async () =>
    (await request("/api/paypal/subscriptions", { admin: true })).json<{
      subscriptions: { id: string }[];
      error?: string;
      notice?: string;
    }>();
  const theirs = ({ subscriptions }: { subscriptions: { id: string }[] }) =>
    subscriptions.find(({ id }) => id === subscriptionId);
  const ids = (list: { subscriptions: { id: string }[] }) => list.subscriptions.map(({ id }) => id);
  expect(theirs(await read())).toMatchObject({ plan: "monthly", memberId, status: "ACTIVE" });
  const list = "/v1/billing/subscriptions?";
  const failing = answerForPayPal(list, 500);
  const failed = await read();
  failing.mockRestore();
  expect(failed.error).toMatch(/PayPal isn't responding/);
  expect(ids(failed)).toContain(subscriptionId);
  answerForPayPal(list, 404);
  const without = await read();
  expect(without.notice).toMatch(/our own records/);
  expect(theirs(without)).toMatchObject({ plan: "monthly", memberId, status: "ACTIVE" });
});
