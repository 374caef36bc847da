import { DAY_MS } from "../durations.ts";
import type { GrantEndReason, GrantPlan } from "./access.ts";
import { addMonths } from "./instants.ts";
import type { PaymentState, ProviderStatus } from "./payments.ts";

/** A charge counts for the period that begins within a day of it; PayPal charges some hours off the calendar. */
const CHARGE_DRIFT_MS = DAY_MS;

const PERIOD_MONTHS = { monthly: 1, quarterly: 3, annual: 12 } as const satisfies Record<GrantPlan, number>;

/** A subscription as read once from the payment provider. Instants in epoch ms. */
export type ProviderReading = {
  plan: GrantPlan;
  status: ProviderStatus;
  statusChangedAt: number | null;
  startsAt: number;
  /** Null once it's cancelled; while a charge fails, it may be the charge of the following period. */
  nextBillingAt: number | null;
  /** The last completed payment, even if refunded or reversed since; null before the first. */
  lastPayment: { at: number; state: PaymentState } | null;
  /** Charges in a row. */
  failedPayments: number;
  lastFailedAt: number | null;
};

/** What we keep from earlier readings, because the provider forgets it. */
export type SubscriptionMemory = {
  approvedAt: number;
  paidUntil: number | null;
  failedAt: number | null;
  revokedAt: number | null;
  /** The access before the first payment (`unpaid-access.ts`), which later readings don't change. */
  unpaidFrom: number;
  unpaidUntil: number;
  /** Whether it was cancelled because another plan replaced it; that doesn't take away access it has already started to give. */
  isReplaced?: boolean;
};

export type SubscriptionTime = Omit<SubscriptionMemory, "unpaidFrom" | "unpaidUntil" | "isReplaced"> & {
  revokeReason: "refunded" | "reversed" | null;
  grant: {
    startsAt: number;
    until: number;
    paidUntil: number;
    endedAt: number | null;
    endReason: GrantEndReason | null;
  };
};

/** End of the period a payment covers, by the provider's calendar, which counts from the start in UTC. */
function periodEnd({ plan, startsAt }: ProviderReading, paymentAt: number): number {
  const months = PERIOD_MONTHS[plan];
  const passed = Math.max(0, Math.floor((paymentAt - startsAt) / (31 * months * DAY_MS)));
  let period = passed;
  while (addMonths(startsAt, period * months, "UTC") <= paymentAt + CHARGE_DRIFT_MS) period += 1;
  return addMonths(startsAt, period * months, "UTC");
}

/**
 * When the time that the last payment covers ends: the stored end, or the calendar's if the stored one is for another payment or for a
 * charge after a suspension.
 */
function paidEnd(reading: ProviderReading, { paidUntil }: SubscriptionMemory, paymentAt: number): number {
  const end = periodEnd(reading, paymentAt);
  return paidUntil !== null && Math.abs(paidUntil - end) <= CHARGE_DRIFT_MS ? paidUntil : end;
}

function firstFailure(reading: ProviderReading, { failedAt }: SubscriptionMemory, paid: { at: number; until: number }) {
  if (failedAt !== null && failedAt > paid.at) return failedAt;
  if (reading.failedPayments === 0) return null;
  const { failedPayments, lastFailedAt } = reading;
  // The provider reports only the last of several failures; the first happened when the paid time ended.
  if (failedPayments > 1 || lastFailedAt === null || lastFailedAt <= paid.at) return paid.until;
  return lastFailedAt;
}

/** When time is paid for: the table in docs/rules/money.md, "When time is paid". A failed charge stays failed until a payment is seen. */
export function subscriptionTime(
  reading: ProviderReading,
  memory: SubscriptionMemory,
  { now, graceMs }: { now: number; graceMs: number },
): SubscriptionTime {
  const { lastPayment } = reading;
  if (lastPayment === null) return unpaidTime(reading, memory, now);
  const isRunning = reading.status === "ACTIVE" || reading.status === "APPROVED";
  const isOver = reading.status === "CANCELLED" || reading.status === "EXPIRED";
  const known = paidEnd(reading, memory, lastPayment.at);
  const failedAt = firstFailure(reading, memory, { at: lastPayment.at, until: known });
  const paidUntil = isRunning && failedAt === null ? (reading.nextBillingAt ?? known) : known;
  const isRevoked = lastPayment.state === "refunded" || lastPayment.state === "reversed";
  const revokedAt = isRevoked ? seenAt(memory.revokedAt, lastPayment.at, now) : null;
  const revokeReason = isRevoked ? (lastPayment.state as "refunded" | "reversed") : null;
  const failed = failedAt === null ? null : Math.max(paidUntil, failedAt + graceMs);
  const renewed = isRunning ? paidUntil + graceMs : paidUntil;
  const overReason = reading.status === "CANCELLED" ? "cancelled" : null;
  const runningReason = failed === null ? null : "payment_failed";
  return {
    approvedAt: memory.approvedAt,
    paidUntil,
    failedAt,
    revokedAt,
    revokeReason,
    grant: {
      startsAt: memory.approvedAt,
      until: isOver ? paidUntil : (failed ?? renewed),
      paidUntil,
      endedAt: revokedAt,
      endReason: revokeReason ?? (isOver ? overReason : runningReason),
    },
  };
}

/** A payment is first seen as lost at one moment, which later readings keep; a later payment gets a new one. */
function seenAt(revokedAt: number | null, paymentAt: number, now: number): number {
  return revokedAt !== null && revokedAt >= paymentAt ? revokedAt : now;
}

function unpaidTime(reading: ProviderReading, memory: SubscriptionMemory, now: number): SubscriptionTime {
  const { approvedAt, unpaidFrom, unpaidUntil } = memory;
  const isOver = reading.status === "CANCELLED" || reading.status === "EXPIRED";
  // The provider's clock may be ahead of ours: if it says the subscription is over, it's over now.
  const overAt = Math.min(reading.statusChangedAt ?? now, now, unpaidUntil);
  const goesOn = memory.isReplaced === true && reading.startsAt <= overAt;
  const endedAt = isOver && !goesOn ? overAt : null;
  const firstFailedAt = reading.failedPayments > 0 ? (reading.lastFailedAt ?? now) : null;
  const failedAt = memory.failedAt ?? firstFailedAt;
  return {
    approvedAt,
    paidUntil: null,
    failedAt,
    revokedAt: null,
    revokeReason: null,
    grant: {
      startsAt: unpaidFrom,
      until: endedAt ?? unpaidUntil,
      paidUntil: endedAt ?? Math.min(reading.nextBillingAt ?? reading.startsAt, unpaidUntil),
      endedAt,
      endReason: isOver ? "cancelled" : failedAt === null ? null : "payment_failed",
    },
  };
}
