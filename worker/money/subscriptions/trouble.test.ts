import { expect, test } from "vitest";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { rowsOf } from "#test/worker/factories.ts";
import { hourAt } from "#test/worker/jobs.ts";
import { buy, confirm, confirmAgain, payPal, report, startCheckout } from "#test/worker/purchases.ts";
import { request } from "#test/worker/request.ts";

/** What PayPal may return in place of a response; each uses up all of a call's tries. */
const TROUBLES = [
  ["an HTML page", { kind: "html", status: 200, times: 1 }],
  ["429", { kind: "rate_limit", retryAfterSeconds: 60, times: 1 }],
  ["500", { kind: "server_error", times: 3 }],
  ["half a response", { kind: "cut", times: 3 }],
  ["nothing", { kind: "silence", times: 3 }],
] as const;
/** Long enough for all of a silent call's tries and what follows. */
const PATIENCE = { timeout: 120_000 };
const AWAY = /^PayPal isn't responding right now\. Nothing was lost/;
const SAVED = /^PayPal isn't responding right now\. We've saved your cancellation/;

test.for(TROUBLES)(
  "a checkout that PayPal answers with %s says so, and retrying the same request works",
  PATIENCE,
  async ([, trouble]) => {
    const [requestId, email] = [crypto.randomUUID(), uniqueEmail()];
    await payPal.arm({ ...trouble, operation: "subscriptions.create" });
    const failed = await startCheckout({ requestId, email });
    expect([failed.response.status, failed.error]).toEqual([503, expect.stringMatching(AWAY)]);
    const { response, checkoutId } = await startCheckout({ requestId, email });
    expect(response.status).toBe(200);
    expect(await payPal.subscriptions({ customId: checkoutId })).toHaveLength(1);
  },
);

test.for(TROUBLES)(
  "a confirmation that PayPal answers with %s stays confirming, and nothing is lost",
  PATIENCE,
  async ([, trouble]) => {
    const { checkoutId, subscriptionId, cookie } = await startCheckout();
    await payPal.control({ action: "approve", id: subscriptionId });
    await payPal.arm({ ...trouble, operation: "subscriptions.get", about: subscriptionId });
    expect(await confirm(checkoutId, { cookie })).toMatchObject({ status: 200, state: "confirming", token: null });
    expect(await rowsOf("select 1 from subscriptions where id = ?", subscriptionId)).toEqual([]);
    expect(await confirmAgain(checkoutId, { cookie })).toMatchObject({ state: "active", token: expect.any(String) });
  },
);

test.for(["webhooks.verify", "subscriptions.get"] as const)(
  "an event must be resent if PayPal returns garbage for %s, and then counts",
  PATIENCE,
  async (operation) => {
    for (const [, trouble] of TROUBLES) {
      const { subscriptionId } = await startCheckout();
      await payPal.control({ action: "approve", id: subscriptionId });
      await payPal.arm({ ...trouble, operation, about: subscriptionId });
      const response = await report(subscriptionId, "BILLING.SUBSCRIPTION.ACTIVATED");
      expect(response.status).toBe(503);
      expect(await rowsOf("select applied_at from provider_events where id = ?", response.eventId)).toEqual(
        operation === "subscriptions.get" ? [{ applied_at: null }] : [],
      );
      expect((await report(subscriptionId, "BILLING.SUBSCRIPTION.ACTIVATED")).status).toBe(200);
      expect(await rowsOf("select status from subscriptions where id = ?", subscriptionId)).toEqual([
        { status: "ACTIVE" },
      ]);
    }
  },
);

test.for(TROUBLES)(
  "a cancellation that PayPal answers with %s is saved, the member sees that, and the hourly run completes it",
  PATIENCE,
  async ([, trouble]) => {
    const { subscriptionId, token } = await buy();
    await payPal.arm({ ...trouble, operation: "subscriptions.cancel", about: subscriptionId });
    const answer = await request("/api/user/subscription/cancel", { token: token ?? "", json: { reason: "Enough" } });
    expect([answer.status, await answer.json()]).toMatchObject([503, { error: expect.stringMatching(SAVED) }]);
    const mine = await (await request("/api/user/subscription", { token: token ?? "" })).json();
    expect(mine).toMatchObject({ subscription: { id: subscriptionId, state: "ends" } });
    await rowsOf("update subscriptions set check_at = 1 where id = ?", subscriptionId);
    await hourAt(Date.now());
    expect((await payPal.subscription(subscriptionId)).status).toBe("CANCELLED");
  },
);

test.for(TROUBLES)(
  "a refund that PayPal answers with %s isn't reported as done, and a retry completes it once",
  PATIENCE,
  async ([, trouble]) => {
    const { memberId } = await buy();
    const [payment] = await rowsOf("select id from payments where member_id = ?", memberId);
    const id = String(payment?.id);
    const json = { requestId: crypto.randomUUID(), reason: "Asked for it" };
    const refund = () => request(`/api/admin/payments/${id}/refund`, { admin: true, json });
    await payPal.arm({ ...trouble, operation: "captures.refund", about: id });
    const failed = await refund();
    expect([failed.status, await failed.json()]).toMatchObject([503, { error: expect.stringMatching(AWAY) }]);
    expect(await rowsOf("select done_at from refunds where payment_id = ?", id)).toEqual([{ done_at: null }]);
    expect((await refund()).status).toBe(200);
    expect(await rowsOf("select amount_cents, done_at from refunds where payment_id = ?", id)).toEqual([
      { amount_cents: 999, done_at: expect.any(Number) },
    ]);
  },
);

test("a plan that isn't for sale is refused before anything is stored", async () => {
  for (const plan of ["quarterly", "weekly"]) {
    const json = { requestId: crypto.randomUUID(), plan, email: uniqueEmail(), consent: true };
    const answer = await request("/api/checkout", { json });
    expect([answer.status, await answer.json()]).toMatchObject([400, { fields: { plan: "Choose a plan" } }]);
    expect(await rowsOf("select 1 from checkouts where request_id = ?", json.requestId)).toEqual([]);
  }
});

test("while a charge is failing, the member sees that cancelling ends access right away", async () => {
  const { subscriptionId, token } = await buy();
  const mine = async () => (await request("/api/user/subscription", { token: token ?? "" })).json();
  const { nextBillingTime } = await payPal.subscription(subscriptionId);
  const paidEnd = nextBillingTime ?? 0;
  expect(await mine()).toMatchObject({ subscription: { endsIfCancelled: new Date(paidEnd).toISOString() } });
  await rowsOf(
    "update subscriptions set failed_at = ?1, paid_until = ?1, next_billing_at = ?1 + 2592000000 where id = ?2",
    Date.now() - 1000,
    subscriptionId,
  );
  expect(await mine()).toMatchObject({ subscription: { state: "payment_failed", endsIfCancelled: null } });
});
