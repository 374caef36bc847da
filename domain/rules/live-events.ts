import { DAY_MS, MINUTE_MS } from "../durations.ts";

export const LIVE_EVENT_REMINDERS = ["week", "soon"] as const;
export type LiveEventReminder = (typeof LIVE_EVENT_REMINDERS)[number];

/** Time before the event: from when a reminder may be sent, and when it's too late and dropped. */
const WINDOWS: Record<LiveEventReminder, { fromMs: number; untilMs: number }> = {
  week: { fromMs: 7 * DAY_MS, untilMs: 6 * DAY_MS },
  soon: { fromMs: 90 * MINUTE_MS, untilMs: 30 * MINUTE_MS },
};

/** Reminders are written this long before they may be sent, so two runs of the hourly cron can do it and one may fail. */
const WRITTEN_AHEAD_MS = 125 * MINUTE_MS;

/** When a reminder may be sent (epoch ms): `from` inclusive, `until` exclusive. */
export function reminderWindow(reminder: LiveEventReminder, startsAt: number): { from: number; until: number } {
  const { fromMs, untilMs } = WINDOWS[reminder];
  return { from: startsAt - fromMs, until: startsAt - untilMs };
}

/** Events whose reminder should be written now: they start after `after`, up to and including `upTo`. */
export function eventsToRemindOf(reminder: LiveEventReminder, now: number): { after: number; upTo: number } {
  const { fromMs, untilMs } = WINDOWS[reminder];
  return { after: now + untilMs, upTo: now + fromMs + WRITTEN_AHEAD_MS };
}

/** How long after its start an event still counts as the next one; also its length in a calendar. */
export const LIVE_EVENT_LASTS_MS = 2 * 60 * MINUTE_MS;

/** How far ahead the next event must be scheduled: annual members are promised one a quarter (spec section 1). */
export const LIVE_EVENT_EVERY_MS = 92 * DAY_MS;
