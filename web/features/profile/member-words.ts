import type { ProfileResponse } from "#domain/contract/profile.ts";
import { daysBetween, formatDayOfYear, formatMonthDay, formatShortWeekday } from "#domain/rules/calendar-days.ts";
import { zoneWords } from "#domain/rules/time-zones.ts";
import { clockTime } from "#domain/rules/wake-up-hours.ts";
import { isClockHere } from "../../lib/clock-here.ts";

/** By email or notification. */
export const isWoken = ({ emailEnabled, hasDevices }: Woken): boolean => emailEnabled || hasDevices;
type Woken = Pick<ProfileResponse, "emailEnabled" | "hasDevices">;

/** `2025-11-21T06:00` in the zone → "Fri, Nov 21, 6:00 AM Central"; `06:00` alone gives no day. */
export function wakeUpMoment(local: string, zone: string): string {
  const [time = "", date] = local.split("T").reverse();
  const day = date === undefined ? "" : `${formatShortWeekday(date)}, ${formatMonthDay(date)}, `;
  return `${day}${clockTime(time)} ${zoneWords(zone)}`;
}

/**
 * "tomorrow at 6:00 AM", or "… 6:00 AM Central" where this device's clock differs. All days and times are in the member's own zone.
 * `isBelowTomorrow`: tomorrow is named above.
 */
export function nextWakeUpWords(local: string, today: string, zoned: Zoned, isBelowTomorrow = false): string {
  const [date = "", time = ""] = local.split("T");
  const day = nearDay(date, today) ?? `on ${formatDayOfYear(date)}`;
  const words = `at ${clockWords(time, zoned.timezone, zoned.nextWakeUpAt)}`;
  return isBelowTomorrow && day === "tomorrow" ? words : `${day} ${words}`;
}

export function nearDay(date: string, today: string): string | undefined {
  const days: Record<number, string> = { 0: "today", 1: "tomorrow" };
  return days[daysBetween(today, date)];
}

type Zoned = Pick<ProfileResponse, "timezone" | "nextWakeUpAt">;

/** "6:00 AM", with the zone's name where this device's clock shows another time at that instant. */
export function clockWords(time: string, timezone: string, at: string | null): string {
  return isClockHere(timezone, at) ? clockTime(time) : wakeUpMoment(time, timezone);
}

/** Days left until a trial's displayed end, in the member's zone; null if it has no end. */
export function trialDaysLeft(endDay: ProfileResponse["subscriptionEndDay"], today: string): number | null {
  return endDay === null ? null : Math.max(0, daysBetween(today, endDay));
}

export function trialWords(daysLeft: number): string {
  if (daysLeft === 0) return "Your free trial ends today";
  return daysLeft === 1 ? "Your free trial ends tomorrow" : `Free trial: ${daysLeft} days left`;
}
