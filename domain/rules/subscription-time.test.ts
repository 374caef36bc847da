import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../durations.ts";
import { nextReadingAt } from "./next-check.ts";
import { type ProviderReading, type SubscriptionMemory, subscriptionTime } from "./subscription-time.ts";

const GRACE = 11 * DAY_MS;
const START = Date.UTC(2026, 0, 31, 15, 22);
/** PayPal names a rounder hour than the start's. */
const NEXT = Date.UTC(2026, 1, 28, 10);

const paid = (at = START) => ({ at, state: "completed" as const });

function reading(change: Partial<ProviderReading> = {}): ProviderReading {
  return {
    plan: "monthly",
    status: "ACTIVE",
    statusChangedAt: START,
    startsAt: START,
    nextBillingAt: NEXT,
    lastPayment: paid(),
    failedPayments: 0,
    lastFailedAt: null,
    ...change,
  };
}

function timeOf(change: Partial<ProviderReading>, memory: Partial<SubscriptionMemory> = {}, now = START + DAY_MS) {
  const unpaid = { unpaidFrom: START, unpaidUntil: (change.startsAt ?? START) + 48 * HOUR_MS };
  const known = { approvedAt: START, paidUntil: null, failedAt: null, revokedAt: null, ...unpaid, ...memory };
  return subscriptionTime(reading(change), known, { now, graceMs: GRACE });
}

test("an active subscription shows access until the next charge and keeps it through the grace period", () => {
  expect(timeOf({}).grant).toEqual({
    startsAt: START,
    until: NEXT + GRACE,
    paidUntil: NEXT,
    endedAt: null,
    endReason: null,
  });
});

test("a failed charge ends access one grace period after the first failure, whatever fails or is billed next", () => {
  const first = { failedPayments: 1, lastFailedAt: NEXT, nextBillingAt: NEXT + 31 * DAY_MS };
  const once = timeOf(first, { paidUntil: NEXT }, NEXT + HOUR_MS);
  expect(once.grant).toMatchObject({ until: NEXT + GRACE, paidUntil: NEXT, endReason: "payment_failed" });
  const third = { failedPayments: 3, lastFailedAt: NEXT + 10 * DAY_MS, status: "SUSPENDED" as const };
  expect(timeOf(third, once).grant.until).toBe(NEXT + GRACE);
  // Without knowing about the failures in between.
  expect(timeOf(third, { paidUntil: NEXT }).grant.until).toBe(NEXT + GRACE);
  expect(timeOf({ failedPayments: 0 }, once).grant.until).toBe(NEXT + GRACE);
  const late = NEXT + 5 * DAY_MS;
  const recovered = timeOf({ lastPayment: paid(late), nextBillingAt: NEXT + 31 * DAY_MS }, once);
  expect(recovered).toMatchObject({ failedAt: null, grant: { until: NEXT + 31 * DAY_MS + GRACE, endReason: null } });
});

test("a cancelled subscription lasts until its stored end date, or else until the computed one", () => {
  const cancelled = { status: "CANCELLED", nextBillingAt: null } as const;
  expect(timeOf(cancelled, { paidUntil: NEXT }).grant).toMatchObject({ until: NEXT, endReason: "cancelled" });
  expect(timeOf(cancelled).grant.until).toBe(Date.UTC(2026, 1, 28, 15, 22));
  const renewedUnreported = { ...cancelled, lastPayment: paid(NEXT) };
  expect(timeOf(renewedUnreported, { paidUntil: NEXT }).grant.until).toBe(Date.UTC(2026, 2, 31, 15, 22));
  expect(timeOf({ ...cancelled, plan: "annual" }).grant.until).toBe(Date.UTC(2027, 0, 31, 15, 22));
});

test("before a first payment, access lasts from approval to 48 hours after the start, even if charges fail", () => {
  const waiting = { lastPayment: null, startsAt: START + 9 * DAY_MS, nextBillingAt: START + 9 * DAY_MS };
  for (const status of ["APPROVED", "ACTIVE", "SUSPENDED"] as const) {
    expect(timeOf({ ...waiting, status, failedPayments: 2, lastFailedAt: START }).grant).toMatchObject({
      startsAt: START,
      until: START + 11 * DAY_MS,
      paidUntil: START + 9 * DAY_MS,
    });
  }
  const changed = START + DAY_MS;
  expect(timeOf({ ...waiting, status: "CANCELLED", statusChangedAt: changed }).grant).toMatchObject({
    until: changed,
    endReason: "cancelled",
  });
});

test("cancelling before the first payment ends access right away, even if PayPal's clock is ahead", () => {
  const waiting = { lastPayment: null, startsAt: START + 9 * DAY_MS, nextBillingAt: START + 9 * DAY_MS };
  const now = START + DAY_MS;
  const { grant } = timeOf({ ...waiting, status: "CANCELLED", statusChangedAt: now + 400 }, {}, now);
  expect(grant).toMatchObject({ until: now, paidUntil: now, endedAt: now });
});

test("a refunded or reversed last payment overrides ACTIVE and is remembered until a later payment", () => {
  for (const state of ["refunded", "reversed"] as const) {
    const lost = timeOf({ lastPayment: { at: START, state } }, {}, START + 5 * DAY_MS);
    expect(lost).toMatchObject({ revokedAt: START + 5 * DAY_MS, revokeReason: state });
    expect(lost.grant).toMatchObject({ endedAt: START + 5 * DAY_MS, endReason: state });
    const later = timeOf({ lastPayment: { at: START, state } }, lost, START + 6 * DAY_MS);
    expect(later.revokedAt).toBe(START + 5 * DAY_MS);
    expect(timeOf({ lastPayment: paid(NEXT), nextBillingAt: NEXT + 31 * DAY_MS }, lost).grant.endedAt).toBeNull();
  }
  expect(timeOf({ lastPayment: { at: START, state: "partially_refunded" } }).grant.endedAt).toBeNull();
});

test("a subscription suspended without a failed charge keeps its paid time but doesn't gain any", () => {
  expect(timeOf({ status: "SUSPENDED" }, { paidUntil: NEXT }).grant).toMatchObject({ until: NEXT, endReason: null });
  const afterPause = NEXT + 62 * DAY_MS;
  expect(timeOf({ status: "CANCELLED", nextBillingAt: null }, { paidUntil: afterPause }).grant.until).toBeLessThan(
    NEXT + DAY_MS,
  );
});

const FAILING = { failedPayments: 1, lastFailedAt: NEXT, nextBillingAt: NEXT + 31 * DAY_MS } as const;

test.each([
  ["an hour after the next charge", {}, NEXT - DAY_MS, NEXT + HOUR_MS],
  ["within a week", {}, START, START + 7 * DAY_MS],
  ["each hour while the charge is late", {}, NEXT + 5, NEXT + 5 + HOUR_MS],
  ["each hour until the first payment", { lastPayment: null }, START, START + HOUR_MS],
  ["daily until it starts", { lastPayment: null }, START - 200 * DAY_MS, START - 199 * DAY_MS],
  ["an hour after its start", { lastPayment: null }, START - HOUR_MS, START + HOUR_MS],
  [
    "daily while a charge fails",
    { failedPayments: 1, lastFailedAt: NEXT, nextBillingAt: NEXT + 31 * DAY_MS },
    NEXT,
    NEXT + DAY_MS,
  ],
  ["daily while the charge is late and access is over", {}, NEXT + GRACE, NEXT + GRACE + DAY_MS],
  ["as access ends while a charge fails", { ...FAILING }, NEXT + 10.5 * DAY_MS, NEXT + GRACE],
  ["daily while suspended and paid for", { status: "SUSPENDED" }, START, START + DAY_MS],
  [
    "weekly while suspended without access",
    { ...FAILING, status: "SUSPENDED" },
    NEXT + GRACE,
    NEXT + GRACE + 7 * DAY_MS,
  ],
  [
    "weekly while suspended, whatever the next charge",
    { ...FAILING, status: "SUSPENDED", nextBillingAt: null },
    NEXT + GRACE,
    NEXT + GRACE + 7 * DAY_MS,
  ],
  [
    "as it lapses, 30 days after its access",
    { ...FAILING, status: "SUSPENDED" },
    NEXT + GRACE + 28 * DAY_MS,
    NEXT + GRACE + 30 * DAY_MS,
  ],
  [
    "daily while it could not be cancelled then",
    { ...FAILING, status: "SUSPENDED" },
    NEXT + GRACE + 30 * DAY_MS,
    NEXT + GRACE + 31 * DAY_MS,
  ],
  ["never once it is over", { status: "CANCELLED", nextBillingAt: null }, NEXT + DAY_MS, null],
  ["weekly while a cancelled one is paid for", { status: "CANCELLED", nextBillingAt: null }, START, START + 7 * DAY_MS],
] satisfies [string, Partial<ProviderReading>, number, number | null][])(
  "a subscription is synced again %s",
  (_, change, now, at) => {
    expect(nextReadingAt(reading(change), timeOf(change, {}, now), now)).toBe(at);
  },
);

test("a replaced subscription keeps the access it started to give, and ends if it hadn't started", () => {
  const unpaid = {
    status: "CANCELLED",
    lastPayment: null,
    nextBillingAt: null,
    statusChangedAt: START + HOUR_MS,
  } as const;
  expect(timeOf(unpaid, { isReplaced: true }).grant).toMatchObject({ until: START + 48 * HOUR_MS, endedAt: null });
  expect(timeOf(unpaid).grant).toMatchObject({ endedAt: START + HOUR_MS });
  const toCome = { ...unpaid, startsAt: START + 9 * DAY_MS };
  expect(timeOf(toCome, { isReplaced: true }).grant).toMatchObject({ endedAt: START + HOUR_MS });
});
