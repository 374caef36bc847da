import { DAY_MS, HOUR_MS } from "../durations.ts";
import type { ProviderReading, SubscriptionTime } from "./subscription-time.ts";
import { FIRST_PAYMENT_MS } from "./unpaid-access.ts";

const SILENT_MS = 7 * DAY_MS;
const LONGEST_RETRY_MS = 6 * HOUR_MS;
/** How long a suspended subscription is kept beyond the access that it gave, for its payer to pay after all (decision 0042). */
const SUSPENDED_KEPT_MS = 30 * DAY_MS;

/** When a subscription that is suspended at PayPal is cancelled, if nothing happens; null for any other. */
export function lapsesAt(status: ProviderReading["status"], accessUntil: number): number | null {
  return status === "SUSPENDED" ? accessUntil + SUSPENDED_KEPT_MS : null;
}

/**
 * When a subscription is to be read again if nothing is heard of it: daily until it starts, soon after its next charge, hourly while that
 * or the first payment is late, daily while a charge fails or it is suspended, and then as its access ends; once that is over daily, a
 * suspended one weekly until it lapses; weekly otherwise; never once it is over for good.
 */
export function nextReadingAt(
  { status, startsAt, nextBillingAt, lastPayment }: ProviderReading,
  time: SubscriptionTime,
  now: number,
) {
  const { until } = time.grant;
  const hasAccess = now < until;
  const lapses = lapsesAt(status, until);
  if (status === "CANCELLED" || status === "EXPIRED")
    return hasAccess && time.revokedAt === null ? now + SILENT_MS : null;
  if (lapses !== null && lapses <= now) return now + DAY_MS;
  // A changed plan starts at the paid end, which may be a year away: until then nothing is late.
  // One that opens with its first payment has no access until then.
  const isAwaited = hasAccess || now < startsAt + FIRST_PAYMENT_MS;
  if (lastPayment === null) return isAwaited ? Math.min(Math.max(startsAt, now) + HOUR_MS, now + DAY_MS) : now + DAY_MS;
  if (lapses !== null && !hasAccess) return Math.min(now + SILENT_MS, lapses);
  const isChargeAhead = nextBillingAt !== null && nextBillingAt >= now;
  const charge = isChargeAhead ? nextBillingAt + HOUR_MS : Number.POSITIVE_INFINITY;
  if (lapses !== null || time.failedAt !== null || time.revokedAt !== null)
    return Math.min(charge, now + DAY_MS, hasAccess ? until : Number.POSITIVE_INFINITY);
  return isChargeAhead ? Math.min(charge, now + SILENT_MS) : now + (hasAccess ? HOUR_MS : DAY_MS);
}

/** When something is asked about again that PayPal has not answered since an instant: later each time, and within six hours. */
export function retryAt(since: number, now: number): number {
  return now + Math.min(Math.max(now - since, 0), LONGEST_RETRY_MS);
}

/**
 * When PayPal is asked again what became of something that was begun there and not paid: three times as old each time, so that
 * seven looks make a month.
 */
export function nextLookAt(createdAt: number, now: number): number {
  return now + Math.max(2 * (now - createdAt), HOUR_MS);
}
