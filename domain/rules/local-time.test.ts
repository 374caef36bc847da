import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { dateIn, localTimeIn, wallClockIn } from "./local-time.ts";

const zones = Intl.supportedValuesOf("timeZone");
const instants = fc.integer({ min: Date.UTC(2005, 0, 1), max: Date.UTC(2045, 0, 1) });

function clockByTemporal(zone: string, instant: number) {
  const there = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
  return { date: there.toPlainDate().toString(), hour: there.hour, minute: there.minute };
}

test("the wall clock agrees with Temporal in every zone", () => {
  for (const zone of zones) {
    const samples = fc.sample(instants, { numRuns: 12, seed: zone.length });
    for (const instant of samples) {
      expect(wallClockIn(zone, instant), `${zone} at ${instant}`).toEqual(clockByTemporal(zone, instant));
    }
  }
});

test("the wall clock agrees with Temporal around clock changes in both directions", () => {
  const changes = [
    ["America/Chicago", Date.UTC(2026, 2, 8, 8)],
    ["America/Chicago", Date.UTC(2026, 10, 1, 7)],
    ["Europe/London", Date.UTC(2026, 2, 29, 1)],
    ["Australia/Lord_Howe", Date.UTC(2026, 3, 4, 15)],
    ["Pacific/Apia", Date.UTC(2011, 11, 30, 10)],
  ] as const;
  fc.assert(
    fc.property(fc.constantFrom(...changes), fc.integer({ min: -180, max: 180 }), ([zone, change], minutes) => {
      const instant = change + minutes * 60_000;
      expect(wallClockIn(zone, instant)).toEqual(clockByTemporal(zone, instant));
    }),
  );
});

test("midnight is hour 0 of the new day, not hour 24 of the old one", () => {
  expect(wallClockIn("America/Chicago", Date.parse("2026-07-04T05:00:00Z"))).toEqual({
    date: "2026-07-04",
    hour: 0,
    minute: 0,
  });
});

test("one instant can fall on three different dates on Earth", () => {
  const instant = Date.parse("2026-07-04T10:30:00Z");
  expect(dateIn("Etc/GMT+12", instant)).toBe("2026-07-03");
  expect(dateIn("America/Chicago", instant)).toBe("2026-07-04");
  expect(dateIn("Pacific/Kiritimati", instant)).toBe("2026-07-05");
});

test("an unknown zone is an error, not a guess", () => {
  expect(() => wallClockIn("Mars/Olympus", 0)).toThrow(RangeError);
});

test("a zone's local time is written as one string, to the minute", () => {
  expect(localTimeIn("America/Chicago", Date.parse("2026-07-05T11:00:00Z"))).toBe("2026-07-05T06:00");
  expect(localTimeIn("Asia/Kathmandu", Date.parse("2026-07-05T18:20:00Z"))).toBe("2026-07-06T00:05");
});
