import fc from "fast-check";
import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { wallClockIn } from "#domain/rules/local-time.ts";
import { zoneHoursAt } from "#worker/wake-up/slots/slots.ts";

const IS_LONG = process.env.LARGE_HOUSE !== undefined;
const ZONES = Intl.supportedValuesOf("timeZone");
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** Days with clock changes somewhere, leap days, and the ends of a year, in addition to ordinary days. */
const NOTABLE = ["2026-03-08", "2026-03-29", "2026-04-05", "2026-10-04", "2026-10-25", "2026-11-01", "2028-02-29"];
const DATES = [...NOTABLE, "2026-04-24", "2026-10-29", "2026-12-31", "2027-01-01"];
const days = fc.oneof(
  fc.constantFrom(...DATES),
  fc.integer({ min: 0, max: 1500 }).map((count) => addDays("2025-08-12", count)),
);

test("a minute-by-minute search of the wall clock finds the same start of every hour", () => {
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), days, (zone, date) => {
      const noon = Date.parse(`${date}T12:00:00Z`);
      const found = new Map<number, number>();
      for (let at = noon - 27 * HOUR_MS; at <= noon + 28 * HOUR_MS; at += MINUTE_MS) {
        const clock = wallClockIn(zone, at);
        if (clock.date !== date) continue;
        for (const hour of HOURS) if (clock.hour >= hour && !found.has(hour)) found.set(hour, at);
      }
      for (const hour of HOURS) {
        const at = instantAt(date, hour, zone);
        const first = found.get(hour);
        // A day that ends within a skipped hour doesn't have that hour.
        if (first === undefined) continue;
        const clock = wallClockIn(zone, first);
        const isSkipped = clock.hour !== hour || clock.minute !== 0;
        // A skipped hour, or one whose start is skipped, comes later by the clock's change.
        const latest = isSkipped ? first + HOUR_MS : first;
        expect(at >= first && at <= latest, `${zone} ${date} ${hour}`).toBe(true);
      }
    }),
    { numRuns: 40 },
  );
});

const QUARTER_MS = 15 * MINUTE_MS;
/** All zones in the long test, a random selection otherwise. */
const CHECKED = IS_LONG ? ZONES : fc.sample(fc.constantFrom(...ZONES), 15);

test("each notable day's slots bring every hour once, when the wall clock reaches it, and no other", {
  timeout: HOUR_MS,
}, () => {
  for (const zone of CHECKED) {
    for (const date of DATES) {
      const noon = Date.parse(`${date}T12:00:00Z`);
      const grid = Array.from({ length: 4 * 56 }, (_, index) => noon - 28 * HOUR_MS + index * QUARTER_MS);
      const brought = grid.flatMap((at) => zoneHoursAt(at, [zone]).map((zoneHour) => ({ at, ...zoneHour })));
      const clocks = grid.map((at) => ({ at, ...wallClockIn(zone, at) })).filter((clock) => clock.date === date);
      const ofDay = brought.filter(({ localDate }) => localDate === date);
      for (const hour of HOURS) {
        const first = clocks.find((clock) => clock.hour >= hour);
        const found = ofDay.filter((zoneHour) => zoneHour.hour === hour).map(({ at }) => at);
        const name = `${zone} ${date} ${hour}`;
        if (!first) continue;
        const isSkipped = first.hour !== hour || first.minute !== 0;
        expect(found, name).toHaveLength(1);
        expect((found[0] ?? 0) - first.at, name).toBeGreaterThanOrEqual(0);
        expect((found[0] ?? 0) - first.at, name).toBeLessThanOrEqual(isSkipped ? HOUR_MS : 0);
      }
    }
  }
});
