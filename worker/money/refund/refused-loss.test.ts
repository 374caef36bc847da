import { expect, test } from "vitest";
import { HOUR_MS } from "#domain/durations.ts";
import { rowsOf } from "#test/worker/factories.ts";
import { contextAt, hourAt } from "#test/worker/jobs.ts";
import { accessEndOf, buy, payPal, report } from "#test/worker/purchases.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";

const statusOf = async (id: string) => (await payPal.subscription(id)).status;
const grantOf = async (id: string) =>
  (
    await rowsOf("select ended_at is not null as isEnded, end_reason as why from access_grants where source_id = ?", id)
  )[0];
const paymentOf = async (memberId: string) =>
  (await rowsOf("select state from payments where member_id = ? order by paid_at desc", memberId))[0]?.state;

/** A purchase whose plan was revised at PayPal, so it no longer matches the order. */
async function buyRevised() {
  const bought = await buy();
  await rowsOf("update checkouts set plan_id = 'P-OLD' where id = ?", bought.checkoutId);
  expect(await syncSubscription(contextAt(Date.now()), bought.subscriptionId)).toMatchObject({ state: "foreign" });
  return bought;
}

test.for([
  ["reverse", "PAYMENT.SALE.REVERSED", "reversed"],
  ["refund", "PAYMENT.SALE.REFUNDED", "refunded"],
] as const)(
  "a %s ends access and cancels the subscription, even if its sync is refused",
  async ([action, type, why]) => {
    const { subscriptionId, memberId } = await buyRevised();
    await payPal.control({ action, id: subscriptionId });
    expect((await report(subscriptionId, type)).status).toBe(200);
    expect(await accessEndOf(memberId)).toBeLessThanOrEqual(Date.now());
    expect(await grantOf(subscriptionId)).toEqual({ isEnded: 1, why });
    expect(await paymentOf(memberId)).toBe(why);
    expect(await statusOf(subscriptionId)).toBe("CANCELLED");
    expect(
      await rowsOf(
        "select status, cancelled_by as by, revoke_reason as why from subscriptions where id = ?",
        subscriptionId,
      ),
    ).toEqual([{ status: "CANCELLED", by: "refund", why }]);
    const audits = "select 1 from audit where action = 'subscription.lost' and subject = ?";
    expect(await rowsOf(audits, memberId)).toHaveLength(1);
    const mails = "select 1 from transactional_mails where member_id = ? and kind = 'subscription-ended'";
    expect(await rowsOf(mails, memberId)).toHaveLength(why === "reversed" ? 1 : 0);
  },
);

test("an unreported refund is found by the hourly sync, even if that sync is refused", async () => {
  const { subscriptionId, memberId } = await buyRevised();
  await payPal.control({ action: "refund", id: subscriptionId });
  await rowsOf("update subscriptions set check_at = 1 where id = ?", subscriptionId);
  await hourAt(Date.now());
  expect(await accessEndOf(memberId)).toBeLessThanOrEqual(Date.now());
  expect(await statusOf(subscriptionId)).toBe("CANCELLED");
});

test("if PayPal can't cancel a refused subscription, access still ends, and the resent event cancels it", async () => {
  const { subscriptionId, memberId } = await buyRevised();
  await payPal.control({ action: "reverse", id: subscriptionId });
  await payPal.arm({ kind: "server_error", times: 3, operation: "subscriptions.cancel", about: subscriptionId });
  expect((await report(subscriptionId, "PAYMENT.SALE.REVERSED")).status).toBe(503);
  expect(await accessEndOf(memberId)).toBeLessThanOrEqual(Date.now());
  expect((await report(subscriptionId, "PAYMENT.SALE.REVERSED")).status).toBe(200);
  expect(await statusOf(subscriptionId)).toBe("CANCELLED");
});

test("a partial refund or a refund of elapsed time doesn't end a refused subscription's access", async () => {
  const { subscriptionId, memberId } = await buyRevised();
  const end = await accessEndOf(memberId);
  await payPal.control({ action: "refund", id: subscriptionId, cents: 300 });
  await report(subscriptionId, "PAYMENT.SALE.REFUNDED");
  expect(await accessEndOf(memberId)).toBe(end);

  const older = await buy();
  const [first] = (await payPal.subscription(older.subscriptionId)).payments;
  const { nextBillingTime } = await payPal.subscription(older.subscriptionId);
  const renewed = (nextBillingTime ?? 0) + HOUR_MS;
  await payPal.control({ action: "advance", id: older.subscriptionId, to: renewed });
  await syncSubscription(contextAt(renewed), older.subscriptionId);
  await rowsOf("update checkouts set plan_id = 'P-OLD' where id = ?", older.checkoutId);
  const paidEnd = await accessEndOf(older.memberId);
  await payPal.control({ action: "refund", id: older.subscriptionId, paymentId: first?.id ?? "" });
  await report(older.subscriptionId, "PAYMENT.SALE.REFUNDED", { now: renewed });
  expect(await accessEndOf(older.memberId)).toBe(paidEnd);
});

test("a refused later charge doesn't hide the loss of the payment that access is based on", async () => {
  const { subscriptionId, memberId } = await buyRevised();
  const [first] = (await payPal.subscription(subscriptionId)).payments;
  const { nextBillingTime } = await payPal.subscription(subscriptionId);
  const renewed = (nextBillingTime ?? 0) + HOUR_MS;
  await payPal.control({ action: "advance", id: subscriptionId, to: renewed });
  expect(await syncSubscription(contextAt(renewed), subscriptionId)).toMatchObject({ state: "foreign" });
  await payPal.control({ action: "reverse", id: subscriptionId, paymentId: first?.id ?? "" });
  const now = renewed + HOUR_MS;
  await report(subscriptionId, "PAYMENT.SALE.REVERSED", { now });
  expect(await accessEndOf(memberId)).toBe(now);
  expect(await rowsOf("select state from payments where subscription_id = ?", subscriptionId)).toEqual([
    { state: "reversed" },
  ]);
  expect(await statusOf(subscriptionId)).toBe("CANCELLED");
});

test("the loss of a later payment on the same subscription is also audited", async () => {
  const { subscriptionId, memberId } = await buyRevised();
  const lost = async () =>
    (
      await rowsOf(
        "select details ->> 'paymentId' as id from audit where action = 'subscription.lost' and subject = ? order by audit.id",
        memberId,
      )
    ).map(({ id }) => id);
  const [first] = await rowsOf("select * from payments where member_id = ?", memberId);
  await payPal.control({ action: "reverse", id: subscriptionId });
  await report(subscriptionId, "PAYMENT.SALE.REVERSED");
  expect(await lost()).toEqual([first?.id]);
  // PayPal had charged again before the cancellation, and that payment is reversed, too.
  const later = Date.now() + HOUR_MS;
  const columns = Object.keys(first ?? {});
  const again: Record<string, unknown> = { ...first, id: `AGAIN-${first?.id}`, paid_at: later, state: "reversed" };
  await rowsOf(
    `insert into payments (${columns.join(", ")}) values (${columns.map(() => "?").join(", ")})`,
    ...columns.map((column) => again[column]),
  );
  for (let times = 0; times < 2; times += 1) await syncSubscription(contextAt(later + HOUR_MS), subscriptionId);
  expect(await lost()).toEqual([first?.id, again.id]);
});
