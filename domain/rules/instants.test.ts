import fc from "fast-check";
import { expect, test } from "vitest";
import { addDaysAt, addMonths, instantAt } from "./instants.ts";
import { wallClockIn } from "./local-time.ts";

const CHICAGO = "America/Chicago";

function iso(instant: number): string {
  return new Date(instant).toISOString();
}

test("a local hour is converted to an instant using that day's UTC offset", () => {
  expect(iso(instantAt("2026-01-15", 6, CHICAGO))).toBe("2026-01-15T12:00:00.000Z");
  expect(iso(instantAt("2026-07-15", 6, CHICAGO))).toBe("2026-07-15T11:00:00.000Z");
  expect(iso(instantAt("2026-07-15", 6, "Asia/Kathmandu"))).toBe("2026-07-15T00:15:00.000Z");
});

test("an hour skipped by daylight saving maps to the time right after the gap", () => {
  expect(iso(instantAt("2026-03-08", 2, CHICAGO))).toBe("2026-03-08T08:00:00.000Z");
  expect(iso(instantAt("2026-03-29", 1, "Europe/London"))).toBe("2026-03-29T01:00:00.000Z");
  // Lord Howe's clocks move by half an hour: 02:00 doesn't exist, 02:30 does.
  expect(wallClockIn("Australia/Lord_Howe", instantAt("2026-10-04", 2, "Australia/Lord_Howe"))).toMatchObject({
    hour: 2,
    minute: 30,
  });
});

test("an hour that occurs twice maps to its first occurrence", () => {
  expect(iso(instantAt("2026-11-01", 1, CHICAGO))).toBe("2026-11-01T06:00:00.000Z");
  expect(iso(instantAt("2026-10-25", 1, "Europe/London"))).toBe("2026-10-25T00:00:00.000Z");
});

test("adding months at the end of a month gives the end of a shorter month", () => {
  const end = (from: string, months: number) => iso(addMonths(Date.parse(from), months, CHICAGO));
  expect(end("2026-01-31T18:00:00Z", 1)).toBe("2026-02-28T18:00:00.000Z");
  expect(end("2028-01-31T18:00:00Z", 1)).toBe("2028-02-29T18:00:00.000Z");
  expect(end("2026-08-31T17:00:00Z", 6)).toBe("2027-02-28T18:00:00.000Z");
  expect(end("2028-02-29T18:00:00Z", 12)).toBe("2029-02-28T18:00:00.000Z");
});

test("months are counted in the zone, not in UTC", () => {
  // 8 PM on January 31 in Chicago is already February in UTC.
  expect(iso(addMonths(Date.parse("2026-02-01T02:00:00Z"), 1, CHICAGO))).toBe("2026-03-01T02:00:00.000Z");
});

test("adding months keeps the time on the wall clock", () => {
  const instants = fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2035, 0, 1) });
  fc.assert(
    fc.property(instants, fc.constantFrom(1, 2, 3, 6, 12), (instant, months) => {
      const before = wallClockIn(CHICAGO, instant);
      const after = wallClockIn(CHICAGO, addMonths(instant, months, CHICAGO));
      // Only a time between 02:00 and 03:00 may not exist on the other day.
      fc.pre(before.hour !== 2);
      expect([after.hour, after.minute]).toEqual([before.hour, before.minute]);
      expect(after.date.slice(8) <= before.date.slice(8)).toBe(true);
      const monthsOn = (clock: string) => Number(clock.slice(0, 4)) * 12 + Number(clock.slice(5, 7));
      expect(monthsOn(after.date) - monthsOn(before.date)).toBe(months);
    }),
  );
});

test("adding or subtracting days keeps the time of day across clock changes", () => {
  const end = (from: string, days: number) => iso(addDaysAt(Date.parse(from), days, CHICAGO));
  expect(end("2026-10-31T17:00:00Z", 2)).toBe("2026-11-02T18:00:00.000Z");
  expect(end("2026-11-02T18:00:00Z", -2)).toBe("2026-10-31T17:00:00.000Z");
});
