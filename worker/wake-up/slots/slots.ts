import { MINUTE_MS } from "#domain/durations.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { wallClockIn } from "#domain/rules/local-time.ts";

/** How late a wake-up mail may still go out; beyond it the morning is recorded as missed. */
export const CUT_OFF_MS = 180 * MINUTE_MS;

/** An hour that begins: everyone with this zone and hour, on this local date. */
export type ZoneHour = { timezone: string; hour: number; localDate: string };

/** Every offset from UTC in use is a multiple of a quarter of an hour; a test holds this against the zone database. */
export const SLOT_GRID_MS = 15 * MINUTE_MS;

/** The instants in `(after, upTo]` at which an hour can begin somewhere, oldest first. */
export function slotsBetween(after: number, upTo: number): number[] {
  const slots: number[] = [];
  const first = (Math.floor(after / SLOT_GRID_MS) + 1) * SLOT_GRID_MS;
  for (let instant = first; instant <= upTo; instant += SLOT_GRID_MS) slots.push(instant);
  return slots;
}

/** The hours that can begin now: the one the clock shows, and those it has just jumped over (daylight saving). */
function hoursReached(
  before: { date: string; hour: number },
  now: { date: string; hour: number; minute: number },
): number[] {
  const isNewDay = before.date !== now.date;
  const first = isNewDay ? 0 : before.hour + 1;
  const reached = Array.from({ length: Math.max(0, now.hour - first + 1) }, (_, index) => first + index);
  // One that was skipped comes as much later as the clocks were moved: two hours in Antarctica/Troll.
  const later = now.minute === 0 ? [now.hour - 2, now.hour - 1, now.hour] : [];
  return [...reached, ...later.filter((hour) => hour >= 0 && !reached.includes(hour))];
}

/**
 * What begins in these zones at exactly this instant. All hours of the day count, not only those
 * on offer, so that nobody who holds an older choice is forgotten.
 */
export function zoneHoursAt(instant: number, zones: readonly string[]): ZoneHour[] {
  return zones.flatMap((timezone) => {
    const now = wallClockIn(timezone, instant);
    const hours = hoursReached(wallClockIn(timezone, instant - 1), now);
    // An hour that comes twice (the clocks go back) counts the first time only.
    return hours
      .filter((hour) => instantAt(now.date, hour, timezone) === instant)
      .map((hour) => ({ timezone, hour, localDate: now.date }));
  });
}
