import { dateIn } from "./local-time.ts";
import { hourOn, type Waking } from "./week-hours.ts";

/** `cutOffMs`: how late a wake-up email may still be sent. */
export type At = { now: number; cutOffMs: number };

/** Dates with slots that have begun and may still be sent: within the cutoff, or resent until their day ends. */
export function openDates(zone: string, { now, cutOffMs }: At): string[] {
  return [...new Set([dateIn(zone, now - cutOffMs), dateIn(zone, now)])];
}

/** Whether a change of hours or zone counts only from the next slot. `wakeUpSinceAfter` does the same in SQL. */
export function losesOpenSlots(before: Waking, after: Waking, at: At): boolean {
  if (after.timezone !== before.timezone) return true;
  return openDates(before.timezone, at).some((date) => hourOn(after, date) !== hourOn(before, date));
}
