import { DAY_MS } from "#domain/durations.ts";

export type Frequency = { interval_unit: "DAY" | "WEEK" | "MONTH" | "YEAR"; interval_count: number };

/** The instant of a cycle (from 0), counted from the start: January 31, February 28, March 31. In UTC, like PayPal. */
export function cycleTime(start: number, { interval_unit, interval_count }: Frequency, cycle: number): number {
  const count = cycle * interval_count;
  if (interval_unit === "DAY") return start + count * DAY_MS;
  if (interval_unit === "WEEK") return start + count * 7 * DAY_MS;
  const from = new Date(start);
  const month = from.getUTCMonth() + count * (interval_unit === "YEAR" ? 12 : 1);
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const midnight = Date.UTC(from.getUTCFullYear(), month, Math.min(from.getUTCDate(), lastDay));
  return midnight + (start % DAY_MS);
}

/** PayPal writes whole seconds, and bills at exactly the instants it writes. */
export const wholeSeconds = (ms: number): number => Math.floor(ms / 1000) * 1000;

export const toInstant = (ms: number): string => new Date(ms).toISOString().replace(/\.\d{3}Z$/, "Z");
