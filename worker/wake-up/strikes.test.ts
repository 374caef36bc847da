import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { placesStruckAt, STRIKE_GRID_MS, strikesBetween } from "./strikes.ts";
import { CUT_OFF_MS } from "./timing.ts";

const WORLD = Intl.supportedValuesOf("timeZone");
const WIDEST_HOURS = [4, 5, 6, 7, 8, 9, 10];
const US = ["America/Chicago", "America/New_York", "America/Denver", "America/Los_Angeles"];

const day = fc.integer({ min: 0, max: 1500 }).map((days) => addDays("2025-08-12", days));

test("every hour of every zone and day is found at its own instant, on the grid, with its local date", () => {
  fc.assert(
    fc.property(fc.constantFrom(...WORLD), fc.constantFrom(...WIDEST_HOURS), day, (timezone, hour, localDate) => {
      const strike = instantAt(localDate, hour, timezone);
      expect(strike % STRIKE_GRID_MS).toBe(0);
      expect(placesStruckAt(strike, { hours: [hour], zones: [timezone] })).toEqual([{ timezone, hour, localDate }]);
    }),
    { numRuns: 2000 },
  );
});

test("within the cut-off at most thirteen instants strike, for every zone and hour at once", () => {
  fc.assert(
    fc.property(fc.date({ min: new Date("2025-08-12"), max: new Date("2029-08-12"), noInvalidDate: true }), (date) => {
      const upTo = date.getTime();
      const strikes = strikesBetween(upTo - CUT_OFF_MS - 1, upTo, { hours: WIDEST_HOURS, zones: WORLD });
      expect(strikes.length).toBeLessThanOrEqual(13);
    }),
    { numRuns: 20 },
  );
});

test("an interval is half open: its beginning is left out, its end is not", () => {
  const choices = { hours: [6], zones: ["America/Chicago"] };
  const strike = instantAt("2026-03-10", 6, "America/Chicago");
  expect(strikesBetween(strike - 1, strike, choices)).toEqual([strike]);
  expect(strikesBetween(strike, strike + CUT_OFF_MS, choices)).toEqual([]);
});

test("on the days when the clocks change each zone strikes each hour exactly once", () => {
  for (const localDate of ["2026-03-08", "2026-11-01"]) {
    const from = instantAt(localDate, 0, "America/New_York");
    const strikes = strikesBetween(from, from + 36 * 3_600_000, { hours: [5, 6, 7, 8, 9], zones: US });
    const places = strikes.flatMap((at) => placesStruckAt(at, { hours: [5, 6, 7, 8, 9], zones: US }));
    const ofTheDay = places.filter((place) => place.localDate === localDate);
    expect(new Set(ofTheDay.map(({ timezone, hour }) => `${timezone} ${hour}`)).size).toBe(20);
    expect(ofTheDay).toHaveLength(20);
  }
});
