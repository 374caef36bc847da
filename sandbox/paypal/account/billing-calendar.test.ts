import { expect, test } from "vitest";
import { cycleTime, toInstant } from "./billing-calendar.ts";

const cycles = (start: string, interval_unit: "DAY" | "WEEK" | "MONTH" | "YEAR", interval_count = 1) =>
  [0, 1, 2, 3].map((cycle) => toInstant(cycleTime(Date.parse(start), { interval_unit, interval_count }, cycle)));

test.each([
  ["MONTH", 1, "2026-01-31T09:30:15Z", ["2026-02-28T09:30:15Z", "2026-03-31T09:30:15Z", "2026-04-30T09:30:15Z"]],
  ["MONTH", 3, "2026-11-30T00:00:00Z", ["2027-02-28T00:00:00Z", "2027-05-30T00:00:00Z", "2027-08-30T00:00:00Z"]],
  ["YEAR", 1, "2024-02-29T23:59:59Z", ["2025-02-28T23:59:59Z", "2026-02-28T23:59:59Z", "2027-02-28T23:59:59Z"]],
  ["WEEK", 1, "2026-12-28T12:00:00Z", ["2027-01-04T12:00:00Z", "2027-01-11T12:00:00Z", "2027-01-18T12:00:00Z"]],
  ["DAY", 10, "2026-02-25T12:00:00Z", ["2026-03-07T12:00:00Z", "2026-03-17T12:00:00Z", "2026-03-27T12:00:00Z"]],
] as const)("every %s × %i from %s keeps the day, clamped to the month's end", (unit, count, start, wanted) => {
  expect(cycles(start, unit, count)).toEqual([start, ...wanted]);
});
