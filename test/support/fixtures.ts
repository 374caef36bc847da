import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";

export const CHICAGO = "America/Chicago";

/** A day relative to today in Chicago. */
export function dayAhead(days: number): string {
  return addDays(dateIn(CHICAGO, Date.now()), days);
}

/** The start of an hour in Chicago, some days from today (epoch ms). */
export function slotAhead(days: number, hour: number): number {
  return instantAt(dayAhead(days), hour, CHICAGO);
}

/** Days and hours counted from one instant, because midnight may pass while a file runs. */
export function calendarFrom(now: number) {
  const today = dateIn(CHICAGO, now);
  const dayAhead = (days: number) => addDays(today, days);
  return { dayAhead, slotAhead: (days: number, hour: number) => instantAt(dayAhead(days), hour, CHICAGO) };
}

/** An address that no other test uses, so its emails are easy to find in the shared sandbox. */
export function uniqueEmail(name = "member"): string {
  return `${name}.${crypto.randomUUID().slice(0, 13)}@daybolt.test`;
}

/** Dates in order, each for one item: dates are unique, so each test takes its own. */
export function datesAfter(date: string): () => string {
  let days = 0;
  return () => {
    days += 1;
    return addDays(date, days);
  };
}
