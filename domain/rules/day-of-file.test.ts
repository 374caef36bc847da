import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, formatMonthDay } from "./calendar-days.ts";
import { datesOf, type FileDay, findDay, swapRows } from "./day-of-file.ts";

const TODAY = "2026-11-29";

test.for([
  ["2026-12-03", "2026-12-03"],
  ["Rise 20261203 final", "2026-12-03"],
  ["2026_12_03_rise", "2026-12-03"],
  ["2026.12.03 rise", "2026-12-03"],
  ["12-03", "2026-12-03"],
  ["12-03 Rise", "2026-12-03"],
  ["01-15_rise", "2027-01-15"],
  ["11-20 Rise", "2026-11-20"],
  ["10-20 Rise", "2027-10-20"],
  ["02-29", "2028-02-29"],
  ["Dec 3", "2026-12-03"],
  ["dec3-rise", "2026-12-03"],
  ["Rise (December 3rd)", "2026-12-03"],
  ["Dec. 3, 2027", "2027-12-03"],
  ["3 Dec", "2026-12-03"],
  ["3rd of December 2027 Rise", "2027-12-03"],
  ["Song 5 for Dec 3", "2026-12-03"],
] as const)("%j is the day %s", ([name, date]) => {
  expect(findDay(name, TODAY).day).toEqual({ date });
});

test.for([
  ["Day 7", 7],
  ["day07_rise", 7],
  ["Rise - Day-12", 12],
] as const)("%j is day %i of its month", ([name, number]) => {
  expect(findDay(name, TODAY).day).toEqual({ number });
});

test.for([
  "Rise and shine",
  "3 ways to begin",
  "01 Rise",
  "7-11",
  "13-40",
  "2026-02-31",
  "12-03-27",
  "Birthday 7",
  "Today 7",
  "Decide 3",
  "Dec 2026",
  "Dec 32",
  "Day 0",
  "02-30",
  "Take 12345678",
])("%j names no day", (name) => {
  expect(findDay(name, TODAY).day).toBeNull();
});

const dates = fc.integer({ min: -31, max: 330 }).map((days) => addDays(TODAY, days));

test("each way to write a date of the next eleven months is read as that date, and leaves the other words", () => {
  const forms = [
    (date: string) => date,
    (date: string) => date.replaceAll("-", ""),
    (date: string) => date.slice(5),
    (date: string) => formatMonthDay(date),
    (date: string) => `${Number(date.slice(8))} ${formatMonthDay(date).slice(0, 3)} ${date.slice(0, 4)}`,
  ];
  fc.assert(
    fc.property(dates, fc.constantFrom(...forms), fc.constantFrom("rise", "Own the Morning"), (date, form, words) => {
      const found = findDay(`${form(date)}_${words}`, TODAY);
      expect(found.day).toEqual({ date });
      expect(found.words.trim()).toBe(words);
    }),
  );
});

const day: fc.Arbitrary<FileDay | null> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  dates.map((date) => ({ date })),
  fc.integer({ min: 1, max: 40 }).map((number) => ({ number })),
);
const rows = (isLeftOut: fc.Arbitrary<boolean>) => fc.array(fc.record({ day, isLeftOut }), { maxLength: 40 });
const taken = fc.uniqueArray(dates, { maxLength: 60 });
const atStart = (days: string[]) => ({ start: TODAY, isTaken: (date: string) => days.includes(date) });

test("rows that name no day get the next free days in their order, and those that do keep theirs", () => {
  fc.assert(
    fc.property(rows(fc.boolean()), taken, (list, days) => {
      const found = datesOf(list, atStart(days));
      const next = list.flatMap(({ day, isLeftOut }, index) =>
        day === null && !isLeftOut ? [found[index] ?? ""] : [],
      );
      expect(next).toEqual([...new Set(next)].sort());
      const named = list.flatMap(({ day, isLeftOut }, index) => (day !== null && !isLeftOut ? [found[index]] : []));
      expect(next.filter((date) => days.includes(date) || named.includes(date) || date < TODAY)).toEqual([]);
      // No free day is skipped.
      const all = Array.from({ length: 200 }, (_, ahead) => addDays(TODAY, ahead));
      const free = all.filter((date) => !days.includes(date) && !named.includes(date));
      expect(next).toEqual(free.slice(0, next.length));
      expect(found.map((date) => date === null)).toEqual(list.map(({ isLeftOut }) => isLeftOut));
    }),
  );
});

test("a day's number counts from the chosen start", () => {
  const list = [
    { day: { number: 1 }, isLeftOut: false },
    { day: { number: 7 }, isLeftOut: false },
  ];
  expect(datesOf(list, { start: "2026-12-28", isTaken: () => true })).toEqual(["2026-12-28", "2027-01-03"]);
});

test("moving a row leaves the days where they were, and moving it back restores the order", () => {
  fc.assert(
    fc.property(rows(fc.constant(false)), taken, fc.nat(39), fc.nat(39), (list, days, one, other) => {
      const moved = swapRows(
        list.map((row, name) => ({ ...row, name })),
        one,
        other,
      );
      expect(datesOf(moved, atStart(days))).toEqual(datesOf(list, atStart(days)));
      expect(swapRows(moved, one, other)).toEqual(list.map((row, name) => ({ ...row, name })));
      expect(new Set(moved.map(({ name }) => name)).size).toBe(list.length);
    }),
  );
});
