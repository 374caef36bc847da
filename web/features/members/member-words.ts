import type { ProfileResponse } from "#domain/contract/members.ts";
import { daysBetween } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { zoneLabel } from "#domain/rules/time-zones.ts";

function format(instant: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat("en-US", options).format(new Date(instant));
}

/** "Fri, Nov 21, 6:00 AM Central" */
export function wakeUpMoment(instant: string, zone: string): string {
  const moment = format(instant, {
    timeZone: zone,
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });
  return `${moment} ${zoneLabel(zone)}`;
}

/** "tomorrow at 6:00 AM" or "on Saturday, November 28 at 6:00 AM", by the zone's clock; `today` is the member's own day. */
export function nextWakeUpWords(instant: string, zone: string, today: string): string {
  const date = dateIn(zone, Date.parse(instant));
  const days: Record<number, string> = { 0: "today", 1: "tomorrow" };
  const day =
    days[daysBetween(today, date)] ??
    `on ${format(instant, { timeZone: zone, weekday: "long", month: "long", day: "numeric" })}`;
  return `${day} at ${clockTimeAt(instant, zone)}`;
}

/** Whole days until a trial's shown end, by the member's own days; null when nothing says when it ends. */
export function trialDaysLeft(
  { subscriptionEndDate, timezone }: Pick<ProfileResponse, "subscriptionEndDate" | "timezone">,
  today: string,
): number | null {
  if (subscriptionEndDate === null) return null;
  return Math.max(0, daysBetween(today, dateIn(timezone, Date.parse(subscriptionEndDate))));
}

export function trialWords(daysLeft: number): string {
  if (daysLeft === 0) return "Your free trial ends today";
  return daysLeft === 1 ? "Your free trial ends tomorrow" : `Free trial: ${daysLeft} days left`;
}

/** "6:02 AM", on the member's clock. */
export function clockTimeAt(instant: string, zone: string): string {
  return format(instant, { timeZone: zone, hour: "numeric", minute: "2-digit" });
}
