import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addDays,
  addMonths,
  daysBetween,
  formatLongDate,
  formatMonth,
  formatMonthDay,
  formatMonthOf,
  formatShortWeekday,
  isCalendarDate,
  monthOf,
  monthRange,
} from "./calendar-days.ts";

const days = fc
  .date({ min: new Date("2000-01-01"), max: new Date("2100-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

test("a calendar day must exist and be written YYYY-MM-DD", () => {
  for (const text of ["2025-08-12", "2024-02-29", "2000-02-29", "2026-12-31"]) expect(isCalendarDate(text)).toBe(true);
  for (const text of [
    "2025-02-29",
    "1900-02-29",
    "2025-02-31",
    "2025-13-01",
    "2025-00-10",
    "2025-01-00",
    "2025-1-1",
    "20250101",
    " 2025-01-01",
    "2025-01-01T00:00:00Z",
    "2025-01-01\n",
    "",
  ]) {
    expect(isCalendarDate(text), text).toBe(false);
  }
});

test("every calendar day is valid, and subtracting days undoes adding them", () => {
  fc.assert(
    fc.property(days, fc.integer({ min: -5000, max: 5000 }), (date, count) => {
      const moved = addDays(date, count);
      expect(isCalendarDate(date)).toBe(true);
      expect(addDays(moved, -count)).toBe(date);
      expect(daysBetween(date, moved)).toBe(count);
      expect(Math.sign(moved < date ? -1 : moved > date ? 1 : 0)).toBe(Math.sign(count));
    }),
  );
});

test("adding a day crosses month ends, leap days, and year ends", () => {
  expect(addDays("2024-02-28", 1)).toBe("2024-02-29");
  expect(addDays("2025-02-28", 1)).toBe("2025-03-01");
  expect(addDays("2025-12-31", 1)).toBe("2026-01-01");
  expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
});

test("a month's range covers exactly the days of that month", () => {
  fc.assert(
    fc.property(days, fc.integer({ min: 2000, max: 2100 }), fc.integer({ min: 1, max: 12 }), (anyDay, year, month) => {
      const { from, before } = monthRange(year, month);
      const name = `${year}-${String(month).padStart(2, "0")}`;
      for (const date of [anyDay, from, addDays(before, -1)]) {
        expect(date >= from && date < before).toBe(monthOf(date) === name);
      }
      expect(monthOf(addDays(from, -1))).not.toBe(name);
      expect(monthOf(before)).not.toBe(name);
    }),
  );
});

test("December's range ends in the next year", () => {
  expect(monthRange(2025, 12)).toEqual({ from: "2025-12-01", before: "2026-01-01" });
});

test("adding months and subtracting them again returns the same month", () => {
  fc.assert(
    fc.property(days, fc.integer({ min: -40, max: 40 }), (date, months) => {
      expect(addMonths(addMonths(monthOf(date), months), -months)).toBe(monthOf(date));
    }),
  );
});

test("days are written out in US English, whatever the machine's zone", () => {
  expect(formatLongDate("2026-11-20")).toBe("Friday, November 20, 2026");
  expect(formatShortWeekday("2026-11-20")).toBe("Fri");
  expect([formatMonth(2026, 11), formatMonthOf("2026-11")]).toEqual(["November 2026", "November 2026"]);
});

test("written-out days match Intl's output", () => {
  const said = (date: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" }).format(new Date(date));
  fc.assert(
    fc.property(days, (date) => {
      const month = { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)) };
      expect([
        formatLongDate(date),
        formatMonthDay(date),
        formatShortWeekday(date),
        formatMonth(month.year, month.month),
      ]).toEqual([
        said(date, { weekday: "long", month: "long", day: "numeric", year: "numeric" }),
        said(date, { month: "short", day: "numeric" }),
        said(date, { weekday: "short" }),
        said(date, { month: "long", year: "numeric" }),
      ]);
    }),
  );
});
