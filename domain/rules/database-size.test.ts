import { expect, test } from "vitest";
import { judgeSize, monthsUntilFull } from "./database-size.ts";

/** Sizes of days in a row, in MB, that end at `last` and grow by `daily`. */
const grown = (last: number, daily: number, days = 14) =>
  Array.from({ length: days }, (_, day) => (last - (days - 1 - day) * daily) * 1e6);

test("the check says the size, the limit, and a forecast by the median day", () => {
  expect(judgeSize(grown(2100, 18.5), 10)).toEqual({ state: "ok", text: "2.1 GB of 10 · full in about 14 months" });
  // One day on which a million members moved in.
  expect(monthsUntilFull([0, ...grown(2100, 18.5)], 10e9)).toBe(14);
  expect(judgeSize(grown(9990, 18.5), 10).text).toBe("10.0 GB of 10 · full in about 0 months");
});

test.for([
  ["fewer than 14 days", grown(2100, 18.5, 13)],
  ["less than a tenth of the limit", grown(999, 18.5)],
  ["no growth", grown(2100, 0)],
  ["a database that shrinks", grown(2100, -5)],
] as const)("there is no forecast with %s", ([, sizes]) => {
  expect(monthsUntilFull(sizes, 10e9)).toBe(null);
  expect(judgeSize(sizes, 10).text).not.toContain("full");
});

test.for([
  [[6.99e9], 10, "ok"],
  [[7e9], 10, "warning"],
  [[8.49e9], 10, "warning"],
  [[8.5e9], 10, "failing"],
  [[8.5e9], 20, "ok"],
  [grown(5000, 27.7), 10, "warning"],
  [grown(5000, 23.9), 10, "warning"],
  [grown(5000, 23.7), 10, "ok"],
] as const)(
  "%s of %s GB is %s: a warning from 70% or six months on, a failure from 85% on",
  ([sizes, limit, state]) => {
    expect(judgeSize([...sizes], limit).state).toBe(state);
  },
);
