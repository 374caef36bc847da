import { DAY_MS } from "../durations.ts";
import type { GrantEndReason, GrantPlan } from "./access.ts";
import { addMonths } from "./instants.ts";
import type { PaymentState, ProviderStatus } from "./payments.ts";

/** A charge counts for the period that begins within a day of it: PayPal's charges come some hours off the calendar. */
const CHARGE_DRIFT_MS = DAY_MS;

/** How many months a payment of a plan pays for. */
const PERIOD_MONTHS = { monthly: 1, quarterly: 3, annual: 12 } as const satisfies Record<GrantPlan, number>;

/** A subscription as one reading at the payment provider tells it. Instants in epoch ms. */
export type ProviderReading = {
  plan: GrantPlan;
  status: ProviderStatus;
  statusChangedAt: number | null;
  startsAt: number;
  /** None once it is cancelled; while a charge fails it may be of the period after. */
  nextBillingAt: number | null;
  /** The last completed payment, whatever became of it since; null before the first. */
  lastPayment: { at: number; state: PaymentState } | null;
  /** Of charges in a row. */
  failedPayments: number;
  lastFailedAt: number | null;
};

/** What earlier readings left, since the provider forgets it. */
export type SubscriptionMemory = {
  approvedAt: number;
  paidUntil: number | null;
  failedAt: number | null;
  revokedAt: number | null;
  /** The access before the first payment (`unpaid-access.ts`), which no later reading changes. */
  unpaidFrom: number;
  unpaidUntil: number;
  /** Whether it was cancelled since another plan took its place: of what it has begun to open that takes nothing. */
  isReplaced?: boolean;
};

/** What a reading makes of a subscription: what is remembered of it, and its grant. */
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

/** The end of the period that a payment paid for, by the provider's calendar, which counts from the start in UTC. */
function periodEnd({ plan, startsAt }: ProviderReading, paymentAt: number): number {
  const months = PERIOD_MONTHS[plan];
  const passed = Math.max(0, Math.floor((paymentAt - startsAt) / (31 * months * DAY_MS)));
  let period = passed;
  while (addMonths(startsAt, period * months, "UTC") <= paymentAt + CHARGE_DRIFT_MS) period += 1;
  return addMonths(startsAt, period * months, "UTC");
}

/**
 * The end of what the last payment paid for: as the provider last told it, or by its calendar when what was told is of another
 * payment, or of the charge after a suspension, for whose time nobody paid.
 */
function paidEnd(reading: ProviderReading, { paidUntil }: SubscriptionMemory, paymentAt: number): number {
  const end = periodEnd(reading, paymentAt);
  return paidUntil !== null && Math.abs(paidUntil - end) <= CHARGE_DRIFT_MS ? paidUntil : end;
}

/** When the first of the charges failed that have failed since the last payment; null while none has. */
function firstFailure(reading: ProviderReading, { failedAt }: SubscriptionMemory, paid: { at: number; until: number }) {
  if (failedAt !== null && failedAt > paid.at) return failedAt;
  if (reading.failedPayments === 0) return null;
  const { failedPayments, lastFailedAt } = reading;
  // Of several in a row the provider tells the last alone; the first was made when the paid time was over.
  if (failedPayments > 1 || lastFailedAt === null || lastFailedAt <= paid.at) return paid.until;
  return lastFailedAt;
}

/**
 * When time is paid for (docs/design.md, "When time is paid"):
 *
 * | the provider says | access until | the end that is shown |
 * |---|---|---|
 * | no completed payment yet, whether its charge has failed or not | what `unpaid-access.ts` says, without grace | the first charge |
 * | the same, and cancelled | the cancelling | the same |
 * | the same, and cancelled since another plan took its place after its start | as if it went on | the first charge |
 * | the same, and the money of what it was to follow went back | the cancelling, which follows at once | the same |
 * | ACTIVE | the next charge and the grace | the next charge |
 * | a failed charge since the last payment, ACTIVE or SUSPENDED | the first failed charge and the grace | the end of what is paid |
 * | SUSPENDED without one | the end of what is paid | the same |
 * | CANCELLED, EXPIRED | the end of what is paid | the same |
 * | the last payment refunded or reversed, whatever else | the moment it was seen | the same |
 *
 * It begins with the approval, or where an unpaid one says so. A charge that failed stays failed until a payment is seen, even if the provider counts anew.
 */
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

/** A payment is seen to be lost once; of one after it that is a new moment. */
function seenAt(revokedAt: number | null, paymentAt: number, now: number): number {
  return revokedAt !== null && revokedAt >= paymentAt ? revokedAt : now;
}

function unpaidTime(reading: ProviderReading, memory: SubscriptionMemory, now: number): SubscriptionTime {
  const { approvedAt, unpaidFrom, unpaidUntil } = memory;
  const isOver = reading.status === "CANCELLED" || reading.status === "EXPIRED";
  // The provider's clock may be ahead of ours: what it says is over is over now.
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
