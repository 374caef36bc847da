import { expect, test } from "vitest";
import { addDays } from "./calendar-days.ts";
import { pauseDayOf } from "./mail-pause.ts";

test.for([
  ["2026-11-16", "2026-11-23"],
  ["2026-11-17", "2026-11-23"],
  ["2026-11-20", "2026-11-23"],
  ["2026-11-21", "2026-11-23"],
  // A pause until the next day would skip nothing.
  ["2026-11-22", "2026-11-30"],
  ["2026-12-27", "2027-01-04"],
] as const)("the wake-up email of %s offers a pause until Monday, %s", ([date, monday]) => {
  expect(pauseDayOf(date)).toBe(monday);
});

test("a pause always ends on a Monday and skips at least one morning", () => {
  for (let day = 0; day < 400; day += 1) {
    const date = addDays("2027-01-01", day);
    const monday = pauseDayOf(date);
    expect(new Date(`${monday}T00:00:00Z`).getUTCDay()).toBe(1);
    expect(monday > addDays(date, 1) && monday <= addDays(date, 8)).toBe(true);
  }
});
