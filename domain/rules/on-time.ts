import { MINUTE_MS } from "../durations.ts";

/** A wake-up email is on time if the provider accepts it within this time after its hour begins. */
export const ON_TIME_MS = 10 * MINUTE_MS;

/** The share the specification quotes (section 9). */
export const DELIVERY_STANDARD = 0.99;

/** Share of due emails that were on time, 0 to 1; null if none was due. Missed, failed, and unknown ones count against it. */
export function onTimeShare({ due, onTime }: { due: number; onTime: number }): number | null {
  return due === 0 ? null : onTime / due;
}
