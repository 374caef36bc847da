import { MINUTE_MS } from "../durations.ts";

const DAY_MS = 24 * 60 * MINUTE_MS;

/** Mails about a live event: a week before it, and shortly before. */
export const LIVE_EVENT_REMINDERS = ["week", "soon"] as const;
export type LiveEventReminder = (typeof LIVE_EVENT_REMINDERS)[number];

/** Before the event: from when a reminder may be sent, and when it comes too late and is dropped. */
const WINDOWS: Record<LiveEventReminder, { fromMs: number; untilMs: number }> = {
  week: { fromMs: 7 * DAY_MS, untilMs: 6 * DAY_MS },
  soon: { fromMs: 90 * MINUTE_MS, untilMs: 30 * MINUTE_MS },
};

/** Mails are written this long before they may leave: two runs of the hourly cron have the chance, and one may fail. */
const WRITTEN_AHEAD_MS = 125 * MINUTE_MS;

/** The instants (epoch ms) between which a reminder leaves: from the first on, before the second. */
export function reminderWindow(reminder: LiveEventReminder, startsAt: number): { from: number; until: number } {
  const { fromMs, untilMs } = WINDOWS[reminder];
  return { from: startsAt - fromMs, until: startsAt - untilMs };
}

/** The events whose reminder is to be written now: those that begin after the first instant, and up to the second. */
export function eventsToRemindOf(reminder: LiveEventReminder, now: number): { after: number; upTo: number } {
  const { fromMs, untilMs } = WINDOWS[reminder];
  return { after: now + untilMs, upTo: now + fromMs + WRITTEN_AHEAD_MS };
}

/** How long an event stays "the next one" after it has begun, and how long it takes in a calendar. */
export const LIVE_EVENT_LASTS_MS = 2 * 60 * MINUTE_MS;

/** Annual members are promised one live session a quarter (spec section 1): how far ahead there must be one. */
export const LIVE_EVENT_EVERY_MS = 92 * DAY_MS;

/** "Thursday, March 12, 7:00 PM CDT" in somebody's zone; without one by this device's own clock, whose zone may have no name. */
export function formatLiveEventTime(startsAt: number, timeZone?: string): string {
  return new Intl.DateTimeFormat("en-US", {
    weekday: "long",
    month: "long",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone,
  }).format(startsAt);
}
