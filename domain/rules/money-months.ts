import { DAY_MS, HOUR_MS } from "../durations.ts";
import { addMonths, monthOf } from "./calendar-days.ts";
import { instantAt } from "./instants.ts";
import { dateIn } from "./local-time.ts";
import { DEFAULT_ZONE } from "./time-zones.ts";

/** Money of a stretch of time, in cents: payments on the day they were paid, refunds on the day PayPal made them. */
export type MoneySums = {
  grossCents: number;
  refundedCents: number;
  /** As far as PayPal reported them. */
  feeCents: number;
  /** Payments whose fee PayPal hasn't reported. */
  unknownFees: number;
};

export const netOf = ({ grossCents, refundedCents, feeCents }: MoneySums) => grossCents - refundedCents - feeCents;

/** Sums are kept for days that begin at 05:00 UTC; their first hour is a part of its own, because Central midnight is 05:00 or 06:00. */
const DAY_STARTS = 5 * HOUR_MS;

/** The part of a day that an instant is in. The triggers of `money_days` say the same. */
export function partOf(instant: number): number {
  const since = instant - DAY_STARTS;
  return 2 * Math.floor(since / DAY_MS) + (since % DAY_MS >= HOUR_MS ? 1 : 0);
}

const startOfPart = (part: number) => Math.floor(part / 2) * DAY_MS + DAY_STARTS + (part % 2) * HOUR_MS;

/** The Central day of a part. */
export const dayOfPart = (part: number) => dateIn(DEFAULT_ZONE, startOfPart(part));

/** The Central month (`YYYY-MM`) of an instant. */
export const centralMonth = (instant: number) => monthOf(dateIn(DEFAULT_ZONE, instant));

/** A Central month's first instant, and the next one's. */
export function monthBounds(month: string): { from: number; before: number } {
  const startOf = (of: string) => instantAt(`${of}-01`, 0, DEFAULT_ZONE);
  return { from: startOf(month), before: startOf(addMonths(month, 1)) };
}
