import { instantAt } from "#domain/rules/instants.ts";
import { wallClockIn } from "#domain/rules/local-time.ts";
import { MINUTE_MS } from "./timing.ts";

/** Where an hour strikes: everyone with this zone and hour, on this local date. */
export type Place = { timezone: string; hour: number; localDate: string };
export type WakeUpChoices = { hours: readonly number[]; zones: readonly string[] };

/** Every offset from UTC in use is a multiple of a quarter of an hour; a test holds this against the zone database. */
export const STRIKE_GRID_MS = 15 * MINUTE_MS;

/** The places where an offered hour strikes at exactly this instant. */
export function placesStruckAt(instant: number, { hours, zones }: WakeUpChoices): Place[] {
  return zones.flatMap((timezone) => {
    const { date, hour, minute } = wallClockIn(timezone, instant);
    // An hour that comes twice (the clocks go back) strikes the first time only.
    const strikes = minute === 0 && hours.includes(hour) && instantAt(date, hour, timezone) === instant;
    return strikes ? [{ timezone, hour, localDate: date }] : [];
  });
}

/** The instants in `(after, upTo]` at which some offered hour strikes in some offered zone, oldest first. */
export function strikesBetween(after: number, upTo: number, choices: WakeUpChoices): number[] {
  const strikes: number[] = [];
  const first = (Math.floor(after / STRIKE_GRID_MS) + 1) * STRIKE_GRID_MS;
  for (let instant = first; instant <= upTo; instant += STRIKE_GRID_MS) {
    if (placesStruckAt(instant, choices).length > 0) strikes.push(instant);
  }
  return strikes;
}
