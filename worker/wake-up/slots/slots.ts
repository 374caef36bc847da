import { MINUTE_MS } from "#domain/durations.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { type WallClock, wallClockIn } from "#domain/rules/local-time.ts";

/** How late a wake-up email may go out. After that the morning counts as missed. */
export const CUT_OFF_MS = 180 * MINUTE_MS;

export type ZoneHour = { timezone: string; hour: number; localDate: string };

/** Every UTC offset in use is a multiple of 15 minutes; a test checks this against the zone database. */
export const SLOT_GRID_MS = 15 * MINUTE_MS;

const AFTER_SLOT_MS = 3 * MINUTE_MS;
const GIFTS_EVERY_MS = 5 * MINUTE_MS;

/** Whether a tick is for the emails of a slot, or looks for gifts: work that can wait is done by the others. */
export function isReserved(at: number): boolean {
  return at % SLOT_GRID_MS < AFTER_SLOT_MS || at % GIFTS_EVERY_MS < MINUTE_MS;
}

/** Returns the instants in `(after, upTo]` at which an hour can begin somewhere, oldest first. */
export function slotsBetween(after: number, upTo: number): number[] {
  const slots: number[] = [];
  const first = (Math.floor(after / SLOT_GRID_MS) + 1) * SLOT_GRID_MS;
  for (let instant = first; instant <= upTo; instant += SLOT_GRID_MS) slots.push(instant);
  return slots;
}

/** Returns the hours that can begin now: the current one and any the clock just skipped (daylight saving). */
function hoursReached(before: WallClock, now: WallClock): number[] {
  const isNewDay = before.date !== now.date;
  const first = isNewDay ? 0 : before.hour + 1;
  const reached = Array.from({ length: Math.max(0, now.hour - first + 1) }, (_, index) => first + index);
  // A skipped hour comes later by as much as the clocks moved: two hours in Antarctica/Troll.
  const later = now.minute === 0 ? [now.hour - 2, now.hour - 1, now.hour] : [];
  return [...reached, ...later.filter((hour) => hour >= 0 && !reached.includes(hour))];
}

/** Covers every hour of the day, not just those available, so members with an older choice aren't forgotten. */
export function zoneHoursAt(instant: number, zones: readonly string[]): ZoneHour[] {
  return zones.flatMap((timezone) => {
    const now = wallClockIn(timezone, instant);
    const hours = hoursReached(wallClockIn(timezone, instant - 1), now);
    // An hour that occurs twice (clocks go back) counts only the first time.
    return hours
      .filter((hour) => instantAt(now.date, hour, timezone) === instant)
      .map((hour) => ({ timezone, hour, localDate: now.date }));
  });
}
