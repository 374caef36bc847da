import fc from "fast-check";
import { expect, test } from "vitest";
import { HOUR_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { CUT_OFF_MS, SLOT_GRID_MS, slotsBetween, zoneHoursAt } from "./slots.ts";

const WORLD = [...Intl.supportedValuesOf("timeZone"), "Asia/Kolkata", "Europe/Kyiv", "UTC"];
const US = ["America/Chicago", "America/New_York", "America/Denver", "America/Los_Angeles"];

const day = fc.integer({ min: 0, max: 1500 }).map((days) => addDays("2025-08-12", days));

test("every local hour in every zone falls on the slot grid and maps back to its own date", () => {
  fc.assert(
    fc.property(fc.constantFrom(...WORLD), fc.integer({ min: 0, max: 23 }), day, (timezone, hour, localDate) => {
      const slot = instantAt(localDate, hour, timezone);
      // A day that the zone skipped.
      if (dateIn(timezone, slot) !== localDate) return;
      expect(slot % SLOT_GRID_MS).toBe(0);
      expect(zoneHoursAt(slot, [timezone])).toContainEqual({ timezone, hour, localDate });
    }),
    { numRuns: 3000 },
  );
});

test("each hour of each zone begins once a day, even when the clocks change", () => {
  const days = ["2026-03-08", "2026-11-01", "2026-10-04", "2026-03-29", "2026-10-25", "2026-04-24"];
  const zones = [
    ...US,
    "Europe/London",
    "Australia/Lord_Howe",
    "Africa/Cairo",
    "Asia/Kathmandu",
    "America/St_Johns",
    "Antarctica/Troll",
  ];
  for (const localDate of days) {
    for (const zone of zones) {
      const from = instantAt(addDays(localDate, -1), 12, zone);
      const zoneHours = slotsBetween(from, from + 49 * HOUR_MS).flatMap((at) => zoneHoursAt(at, [zone]));
      const hours = zoneHours.filter((zoneHour) => zoneHour.localDate === localDate).map((zoneHour) => zoneHour.hour);
      expect(
        hours.toSorted((a, b) => a - b),
        `${zone} on ${localDate}`,
      ).toEqual(Array.from({ length: 24 }, (_, hour) => hour));
    }
  }
});

test("at most thirteen instants within the cutoff can be slots", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 41 }), (upTo) => {
      expect(slotsBetween(upTo - CUT_OFF_MS - 1, upTo).length).toBeLessThanOrEqual(13);
    }),
  );
});

test("a slot interval excludes its start and includes its end", () => {
  const slot = instantAt("2026-03-10", 6, "America/Chicago");
  expect(slotsBetween(slot - 1, slot)).toEqual([slot]);
  expect(slotsBetween(slot, slot + SLOT_GRID_MS - 1)).toEqual([]);
});
