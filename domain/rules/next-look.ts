const HOUR_MS = 3_600_000;
const LONGEST_RETRY_MS = 6 * HOUR_MS;

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
