import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { beginningOf, countdownWords } from "./opens-later.tsx";

const MINUTE = 60_000;

test.each([
  [30_000, "1 minute"],
  [5 * MINUTE, "5 minutes"],
  [60 * MINUTE, "1 hour"],
  [185 * MINUTE, "3 hours 5 minutes"],
  [24 * 60 * MINUTE, "1 day"],
  [(2 * 1440 + 3 * 60 + 40) * MINUTE, "2 days 3 hours"],
  [(2 * 1440 + 7) * MINUTE, "2 days"],
])("%i ms reads as %s", (milliseconds, words) => {
  expect(countdownWords(milliseconds)).toBe(words);
});

test("a day begins at midnight in its zone, even across a clock change", () => {
  const zones = fc.constantFrom("America/Chicago", "America/New_York", "Europe/Vienna", "Asia/Kolkata");
  const instants = fc.integer({ min: Date.UTC(2025, 7, 1), max: Date.UTC(2028, 0, 1) });
  fc.assert(
    fc.property(zones, instants, fc.integer({ min: 1, max: 60 }), (zone, now, days) => {
      const date = addDays(dateIn(zone, now), days);
      expect(beginningOf(date, zone, now)).toBe(instantAt(date, 0, zone));
    }),
  );
});
