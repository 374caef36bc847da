import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DAY_MS, HOUR_MS } from "#domain/durations.ts";
import { db, rowsOf } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { buy, payPal } from "#test/worker/purchases.ts";
import { selectMoneyCounts } from "../../health/overview/overview.queries.ts";
import { reconcile } from "./reconcile.ts";
import { syncSubscription } from "./sync-subscription.ts";

const GRACE_MS = 11 * DAY_MS;
const KEPT_MS = 30 * DAY_MS;

// Due readings are queried across the whole database.
beforeEach(async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await db.run("update subscriptions set check_at = null, failed_at = null");
  await db.run("update provider_events set body = null");
  await db.run("delete from checkouts where bought_at is null");
});
afterEach(() => vi.restoreAllMocks());

const rowOf = async (id: string) =>
  (await rowsOf("select status, check_at, cancelled_by, cancel_reason from subscriptions where id = ?", id))[0];
const dueOf = async (id: string) => Number((await rowOf(id))?.check_at);
const openFailures = async (now: number) => (await selectMoneyCounts(db, { now, since: 0 }))[0]?.failedPayments;

/** Moves PayPal's clock to an instant and runs the hourly cron. */
async function hourAt(id: string, now: number) {
  await payPal.control({ action: "advance", id, to: now });
  await reconcile(contextAt(now));
}

/** A member whose charges fail until PayPal suspends. */
async function suspended() {
  const bought = await buy();
  const { nextBillingTime } = await payPal.subscription(bought.subscriptionId);
  const failedAt = nextBillingTime ?? 0;
  await payPal.control({ action: "failNext", id: bought.subscriptionId, times: 99 });
  const now = failedAt + GRACE_MS - HOUR_MS;
  await payPal.control({ action: "advance", id: bought.subscriptionId, to: now });
  await syncSubscription(contextAt(now), bought.subscriptionId);
  return { ...bought, accessUntil: failedAt + GRACE_MS };
}

test("a suspended plan is read weekly and cancelled once, 30 days after access, with a reason but no email", async () => {
  const { subscriptionId, memberId, accessUntil } = await suspended();
  expect(await rowOf(subscriptionId)).toMatchObject({ status: "SUSPENDED", check_at: accessUntil });
  const readings: number[] = [];
  for (let now = accessUntil; now < accessUntil + KEPT_MS; now = await dueOf(subscriptionId)) {
    readings.push((now - accessUntil) / DAY_MS);
    await hourAt(subscriptionId, now);
    expect(await openFailures(now)).toBe(1);
  }
  expect(readings).toEqual([0, 7, 14, 21, 28]);
  const mails = () => rowsOf("select id from transactional_mails where member_id = ? order by id", memberId);
  const sent = await mails();
  const end = accessUntil + KEPT_MS;
  await hourAt(subscriptionId, end);
  await reconcile(contextAt(end));
  await hourAt(subscriptionId, end + DAY_MS);
  await syncSubscription(contextAt(end + 2 * DAY_MS), subscriptionId);
  expect(await rowOf(subscriptionId)).toEqual({
    status: "CANCELLED",
    check_at: null,
    cancelled_by: "lapse",
    cancel_reason: "Suspended and not paid since",
  });
  expect(await payPal.subscription(subscriptionId)).toMatchObject({
    status: "CANCELLED",
    statusNote: "Suspended and not paid since",
  });
  const audited = await rowsOf(
    "select details from audit where subject = ? and action = 'subscription.cancel'",
    memberId,
  );
  expect(audited.map(({ details }) => JSON.parse(String(details)))).toEqual([
    { subscriptionId, plan: "monthly", by: "lapse" },
  ]);
  expect(await mails()).toEqual(sent);
  expect(await openFailures(end)).toBe(0);
});

test("a cancellation PayPal doesn't accept is saved and retried, and one already made there counts as done", async () => {
  for (const isCancelledThere of [false, true]) {
    const { subscriptionId, accessUntil } = await suspended();
    const end = accessUntil + KEPT_MS;
    await rowsOf("update subscriptions set check_at = ? where id = ?", end, subscriptionId);
    await payPal.arm({ kind: "drop_after_accept", times: 1, operation: "subscriptions.cancel", about: subscriptionId });
    if (!isCancelledThere)
      await payPal.arm({ kind: "server_error", times: 3, operation: "subscriptions.cancel", about: subscriptionId });
    await hourAt(subscriptionId, end);
    await hourAt(subscriptionId, end + HOUR_MS);
    expect(await rowOf(subscriptionId)).toMatchObject({ status: "CANCELLED", cancelled_by: "lapse" });
  }
}, 120_000);

test("paying in time keeps a plan, and a suspension without a failed charge lasts 30 days past paid time", async () => {
  const paid = await suspended();
  const late = paid.accessUntil + 29 * DAY_MS;
  await payPal.control({ action: "advance", id: paid.subscriptionId, to: late });
  await payPal.control({ action: "recover", id: paid.subscriptionId });
  await syncSubscription(contextAt(late), paid.subscriptionId);
  await syncSubscription(contextAt(paid.accessUntil + KEPT_MS), paid.subscriptionId);
  expect(await rowOf(paid.subscriptionId)).toMatchObject({ status: "ACTIVE", cancelled_by: null });

  const { subscriptionId } = await buy();
  const paidEnd = (await payPal.subscription(subscriptionId)).nextBillingTime ?? 0;
  await payPal.control({ action: "suspend", id: subscriptionId });
  await syncSubscription(contextAt(paidEnd + KEPT_MS - 1), subscriptionId);
  expect(await rowOf(subscriptionId)).toMatchObject({ status: "SUSPENDED", check_at: paidEnd + KEPT_MS });
  await syncSubscription(contextAt(paidEnd + KEPT_MS), subscriptionId);
  expect(await rowOf(subscriptionId)).toMatchObject({ status: "CANCELLED", cancelled_by: "lapse" });
});
