import { MINUTE_MS } from "../durations.ts";

/** A wake-up mail is on time when the provider has taken it by then after its hour began. */
export const ON_TIME_MS = 10 * MINUTE_MS;

/** The share that the specification quotes (section 9). */
export const DELIVERY_STANDARD = 0.99;

/** The mails on time of those due, from 0 to 1; null when none was. Missed, failed and unknown ones count against it. */
export function onTimeShare({ due, onTime }: { due: number; onTime: number }): number | null {
  return due === 0 ? null : onTime / due;
}
