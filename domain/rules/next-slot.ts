import { addDays } from "./calendar-days.ts";
import { instantAt } from "./instants.ts";
import { dateIn } from "./local-time.ts";

// Separate from wake-up-hours.ts, which every page of the app loads: instants.ts pulls in an 18 kB polyfill.
/** The next instant (epoch ms) strictly after `now` at which the hour, which may depend on the date, begins in the zone. */
export function nextSlot(hour: number | ((date: string) => number), zone: string, now: number): number {
  const slotOf = (date: string) => instantAt(date, typeof hour === "number" ? hour : hour(date), zone);
  const today = dateIn(zone, now);
  for (const date of [addDays(today, -1), today, addDays(today, 1)]) {
    const slot = slotOf(date);
    if (slot > now) return slot;
  }
  return slotOf(addDays(today, 2));
}
