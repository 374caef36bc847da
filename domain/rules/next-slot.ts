import { addDays } from "./calendar-days.ts";
import { instantAt } from "./instants.ts";
import { dateIn } from "./local-time.ts";

/** One hour for every date, or each date's; null for a date without. */
type HourOf = number | ((date: string) => number | null);

// Separate from wake-up-hours.ts, which every page of the app loads: instants.ts pulls in an 18 kB polyfill.
/** The next instant (epoch ms) strictly after `now` at which the date's hour begins in the zone. */
export function nextSlot(hour: HourOf, zone: string, now: number): number {
  for (let date = addDays(dateIn(zone, now), -1); ; date = addDays(date, 1)) {
    const hourThen = typeof hour === "number" ? hour : hour(date);
    const slot = hourThen === null ? now : instantAt(date, hourThen, zone);
    if (slot > now) return slot;
  }
}
