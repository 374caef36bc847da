import fc from "fast-check";
import { expect, test } from "vitest";
import { HOUR_MS } from "../durations.ts";
import { addDays } from "./calendar-days.ts";
import { instantAt } from "./instants.ts";
import { dateIn, wallClockIn } from "./local-time.ts";
import { nextSlot } from "./next-slot.ts";

const hours = fc.integer({ min: 0, max: 23 });
const zones = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
const instants = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2035, 0, 1) });

test("the next slot is the earliest one still ahead", () => {
  fc.assert(
    fc.property(hours, zones, instants, (hour, zone, now) => {
      const slot = nextSlot(hour, zone, now);
      const today = dateIn(zone, now);
      const ahead = [-2, -1, 0, 1, 2, 3]
        .map((days) => instantAt(addDays(today, days), hour, zone))
        .filter((at) => at > now);
      expect(slot).toBe(Math.min(...ahead));
    }),
    { numRuns: 300 },
  );
});

test("the wall clock at a slot shows the chosen hour, unless daylight saving skips it", () => {
  const shows = (zone: string, instant: number, hour: number) => {
    const clock = wallClockIn(zone, instant);
    return clock.hour === hour && clock.minute === 0;
  };
  fc.assert(
    fc.property(hours, zones, instants, (hour, zone, now) => {
      const slot = nextSlot(hour, zone, now);
      if (shows(zone, slot, hour)) return;
      // Clocks change by quarter hours. No instant nearby shows the hour, so it didn't exist.
      for (let quarters = -16; quarters <= 16; quarters += 1) {
        expect(shows(zone, slot + quarters * (HOUR_MS / 4), hour), `${zone} ${hour} ${slot}`).toBe(false);
      }
    }),
    { numRuns: 300 },
  );
});

test("at the exact instant of a slot, the next slot is the one after it", () => {
  fc.assert(
    fc.property(hours, zones, instants, (hour, zone, now) => {
      const first = nextSlot(hour, zone, now);
      const second = nextSlot(hour, zone, first);
      expect(second).toBeGreaterThan(first);
      expect(nextSlot(hour, zone, first - 1)).toBe(first);
    }),
  );
});

test("the next slot is at most a day away, plus any clock change", () => {
  fc.assert(
    fc.property(hours, zones, instants, (hour, zone, now) => {
      expect(nextSlot(hour, zone, now) - now).toBeLessThanOrEqual(27 * HOUR_MS);
    }),
  );
});

test.for([
  ["the night Chicago springs forward", 2, "America/Chicago", "2026-03-08T07:59:00Z", "2026-03-08T08:00:00.000Z"],
  ["the morning after", 6, "America/Chicago", "2026-03-08T08:00:00Z", "2026-03-08T11:00:00.000Z"],
  ["the first of two one o'clocks", 1, "America/Chicago", "2026-11-01T05:59:00Z", "2026-11-01T06:00:00.000Z"],
  ["between two one o'clocks", 1, "America/Chicago", "2026-11-01T06:30:00Z", "2026-11-02T07:00:00.000Z"],
  ["at the second one o'clock", 1, "America/Chicago", "2026-11-01T07:00:00Z", "2026-11-02T07:00:00.000Z"],
  ["London's hour that is skipped", 1, "Europe/London", "2026-03-29T00:30:00Z", "2026-03-29T01:00:00.000Z"],
  ["Lord Howe's half hour", 2, "Australia/Lord_Howe", "2026-10-03T15:00:00Z", "2026-10-03T15:30:00.000Z"],
  ["the day Samoa left out", 6, "Pacific/Apia", "2011-12-29T17:00:00Z", "2011-12-30T16:00:00.000Z"],
] as const)("the next slot is right for %s", ([, hour, zone, now, expected]) => {
  expect(new Date(nextSlot(hour, zone, Date.parse(now))).toISOString()).toBe(expected);
});
