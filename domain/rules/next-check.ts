import { DAY_MS, HOUR_MS } from "../durations.ts";
import type { ProviderReading, SubscriptionTime } from "./subscription-time.ts";
import { FIRST_PAYMENT_MS } from "./unpaid-access.ts";

const SILENT_MS = 7 * DAY_MS;
const LONGEST_RETRY_MS = 6 * HOUR_MS;
/** How long a suspended subscription is kept after its access ends, in case the payer still pays (decision 0042). */
const SUSPENDED_KEPT_MS = 30 * DAY_MS;

/** When a subscription suspended at PayPal will be cancelled if nothing happens; null for any other status. */
export function lapsesAt(status: ProviderReading["status"], accessUntil: number): number | null {
  return status === "SUSPENDED" ? accessUntil + SUSPENDED_KEPT_MS : null;
}

/** When to read a subscription if PayPal sends nothing: soon after a charge, often while one is late; null once it's over for good. */
export function nextReadingAt(reading: ProviderReading, time: SubscriptionTime, now: number): number | null {
  const { status, startsAt, nextBillingAt, lastPayment } = reading;
  const { until } = time.grant;
  const hasAccess = now < until;
  const lapses = lapsesAt(status, until);
  if (status === "CANCELLED" || status === "EXPIRED")
    return hasAccess && time.revokedAt === null ? now + SILENT_MS : null;
  if (lapses !== null && lapses <= now) return now + DAY_MS;
  // A changed plan starts when the paid time ends, maybe in a year; one that opens with its first payment has no access until then.
  const isAwaited = hasAccess || now < startsAt + FIRST_PAYMENT_MS;
  if (lastPayment === null) return isAwaited ? Math.min(Math.max(startsAt, now) + HOUR_MS, now + DAY_MS) : now + DAY_MS;
  if (lapses !== null && !hasAccess) return Math.min(now + SILENT_MS, lapses);
  const isChargeAhead = nextBillingAt !== null && nextBillingAt >= now;
  const charge = isChargeAhead ? nextBillingAt + HOUR_MS : Number.POSITIVE_INFINITY;
  if (lapses !== null || time.failedAt !== null || time.revokedAt !== null)
    return Math.min(charge, now + DAY_MS, hasAccess ? until : Number.POSITIVE_INFINITY);
  return isChargeAhead ? Math.min(charge, now + SILENT_MS) : now + (hasAccess ? HOUR_MS : DAY_MS);
}

/** When to retry a call PayPal hasn't answered since `since`: the wait grows up to six hours. */
export function retryAt(since: number, now: number): number {
  return now + Math.min(Math.max(now - since, 0), LONGEST_RETRY_MS);
}

/** When to ask PayPal again about something started but not paid. Its age triples each time, so a month takes seven checks. */
export function nextCheckAt(createdAt: number, now: number): number {
  return now + Math.max(2 * (now - createdAt), HOUR_MS);
}
