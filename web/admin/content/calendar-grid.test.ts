import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, addMonths, monthOf } from "#domain/rules/calendar-days.ts";
import { dayAfterKey, weeksOf } from "./calendar-grid.ts";

const month = fc
  .tuple(fc.integer({ min: 2000, max: 2099 }), fc.integer({ min: 1, max: 12 }))
  .map(([year, number]) => `${year}-${String(number).padStart(2, "0")}`);

test("the weeks of a month list each of its days once, in order, seven per week", () => {
  fc.assert(
    fc.property(month, (name) => {
      const weeks = weeksOf(name);
      expect(weeks.every((week) => week.length === 7 && week.some((day) => day !== null))).toBe(true);
      const days = weeks.flat().filter((day) => day !== null);
      expect(days[0]).toBe(`${name}-01`);
      expect(days.every((day, index) => day === addDays(`${name}-01`, index))).toBe(true);
      expect(monthOf(addDays(days.at(-1) ?? "", 1))).toBe(addMonths(name, 1));
    }),
  );
});

test.each([
  ["ArrowLeft", "2026-11-30"],
  ["ArrowRight", "2026-12-02"],
  ["ArrowUp", "2026-11-24"],
  ["ArrowDown", "2026-12-08"],
  ["Home", "2026-11-29"],
  ["End", "2026-12-05"],
  ["PageUp", "2026-11-01"],
  ["PageDown", "2027-01-01"],
  ["a", null],
])("the %s key pressed on a Tuesday gives %s", (key, date) => {
  expect(dayAfterKey("2026-12-01", key)).toBe(date);
});

test("moving to a month too short for the day lands on its last day", () => {
  expect(dayAfterKey("2026-01-31", "PageDown")).toBe("2026-02-28");
  expect(dayAfterKey("2026-03-31", "PageUp")).toBe("2026-02-28");
});
