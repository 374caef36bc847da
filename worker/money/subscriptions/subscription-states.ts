import { DAY_MS } from "#domain/durations.ts";
import type { OwnedSubscription, Subscription } from "./subscriptions.queries.ts";

/** Whether PayPal may still charge it. */
export function isLive({ status }: Pick<Subscription, "status">): boolean {
  return status === "APPROVED" || status === "ACTIVE" || status === "SUSPENDED";
}

/** Asking for a cancellation isn't enough: PayPal may charge until it has accepted it. */
export function isCancelPending(subscription: Subscription): boolean {
  return isLive(subscription) && subscription.cancelAskedAt !== null;
}

type Unpaid = { [Column in "lastPaymentAt" | "unpaidFrom" | "unpaidUntil"]: number | null };

/** Whether access starts with the first payment, because the buyer or the PayPal account has tried before and never paid. */
export function opensWithPayment({ lastPaymentAt, unpaidFrom, unpaidUntil }: Unpaid): boolean {
  return lastPaymentAt === null && unpaidUntil !== null && unpaidUntil <= (unpaidFrom ?? 0);
}

/**
 * Whether a subscription was charged for time that the one before is paid for too, give or take the day that PayPal's charges drift.
 * No overlap if either was refunded.
 */
export function isOverlap(old: Subscription, later: Subscription): boolean {
  const { replacesId, startsAt, lastPaymentAt, revokedAt } = later;
  if (replacesId !== old.id || lastPaymentAt === null) return false;
  return revokedAt === null && old.revokedAt === null && (old.paidUntil ?? 0) > startsAt + DAY_MS;
}

/**
 * Whether this subscription charges alongside another one, as the triggers of `charged_subscriptions` define it, or overlaps one that
 * it replaced, or that replaced it, too late.
 */
export function isDouble(one: OwnedSubscription, owned: OwnedSubscription[]): boolean {
  const charges = owned.filter(({ subscription }) => {
    const { cancelAskedAt, replacesId, replacedAt } = subscription;
    return isLive(subscription) && cancelAskedAt === null && (replacesId === null || replacedAt !== null);
  });
  if (charges.length > 1 && charges.includes(one)) return true;
  const { subscription } = one;
  return owned.some(
    (other) => isOverlap(subscription, other.subscription) || isOverlap(other.subscription, subscription),
  );
}
