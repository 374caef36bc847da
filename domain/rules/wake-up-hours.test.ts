import fc from "fast-check";
import { expect, test } from "vitest";
import { clockHour, clockTime, formatHour, parseHour, parseHourRange } from "./wake-up-hours.ts";

const hours = fc.integer({ min: 0, max: 23 });

test("formatting an hour and parsing it back gives the same hour", () => {
  fc.assert(fc.property(hours, (hour) => parseHour(formatHour(hour)) === hour));
  expect(formatHour(6)).toBe("06:00");
});

test("only whole hours of a day are valid", () => {
  for (const text of ["6:00", "06:30", "24:00", "29:00", "06:00:00", " 06:00", "0600", "06:00\n", ""]) {
    expect(parseHour(text), text).toBeNull();
  }
});

test("hours are shown on a 12-hour clock", () => {
  expect([0, 6, 11, 12, 13, 23].map(clockHour)).toEqual([
    "12:00 AM",
    "6:00 AM",
    "11:00 AM",
    "12:00 PM",
    "1:00 PM",
    "11:00 PM",
  ]);
  expect(clockTime("00:30")).toBe("12:30 AM");
});

test("an hour range includes both ends", () => {
  expect(parseHourRange("05-09")).toEqual([5, 6, 7, 8, 9]);
  expect(parseHourRange("00-23")).toHaveLength(24);
  expect(parseHourRange("07-07")).toEqual([7]);
});

test("an invalid hour range is rejected", () => {
  for (const text of ["9-5", "09-05", "05-24", "5-9", "05", "05-", "-09", "05–09", "05-09,11", ""]) {
    expect(parseHourRange(text), text).toBeNull();
  }
});
