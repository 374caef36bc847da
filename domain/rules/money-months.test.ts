import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../durations.ts";
import { addDays } from "./calendar-days.ts";
import { dateIn } from "./local-time.ts";
import { centralMonth, type DayOfMonth, dayOfPart, monthBounds, monthsOf, netOf, partOf } from "./money-months.ts";
import { DEFAULT_ZONE } from "./time-zones.ts";

test("each instant's part of a day is on its Central day, also where the clocks change", () => {
  fc.assert(
    fc.property(fc.integer({ min: Date.parse("2024-01-01"), max: Date.parse("2034-01-01") }), (instant) => {
      expect(dayOfPart(partOf(instant))).toBe(dateIn(DEFAULT_ZONE, instant));
    }),
  );
  for (const month of ["2031-01", "2031-03", "2031-04", "2031-11", "2031-12"]) {
    const { from, before } = monthBounds(month);
    expect([from - 1, from, before - 1, before].map(centralMonth)).toEqual(
      [month, month].flatMap((own, index) =>
        index === 0 ? [centralMonth(from - DAY_MS), own] : [own, centralMonth(before + HOUR_MS)],
      ),
    );
    expect(partOf(from - 1)).toBe(partOf(from) - 1);
  }
});

const DAY: DayOfMonth = {
  date: "2031-01-01",
  ...{ monthly: 6, quarterly: 0, annual: 2, gift: 1, trial: 3, trialsBegun: 1 },
  ...{ subscriptionsBegun: 0, subscriptionsEnded: 0, subscriptionsReturned: 0, trialsPaid: 0, yearlyCents: 87_880 },
};
const MONEY = { grossCents: 1000, refundedCents: 100, feeCents: 84, unknownFees: 1, gifts: 1 };
const partIn = (date: string) => ({ ...MONEY, part: partOf(Date.parse(`${date}T18:00:00Z`)) });
const running = { running: "2031-02", yearlyCents: 11_988 };

test("a month's members are those of its last day, and who is back within it is neither new nor lost", () => {
  const days = [
    { ...DAY, subscriptionsBegun: 10 },
    {
      ...DAY,
      date: "2031-02-01",
      subscriptionsBegun: 3,
      subscriptionsEnded: 4,
      subscriptionsReturned: 1,
      trialsPaid: 1,
    },
    { ...DAY, date: "2031-02-02", monthly: 7 },
  ];
  const [february, january] = monthsOf({ days, parts: [partIn("2031-01-31"), partIn("2031-02-01")], ...running });
  expect(january).toMatchObject({
    month: "2031-01",
    isRunning: false,
    started: 10,
    lost: 0,
    churn: null,
    payingBefore: 0,
  });
  // A twelfth of what all that charge cost in a year.
  expect(january?.mrrCents).toBe(7323);
  expect(february).toMatchObject({ isRunning: true, payingBefore: 10, started: 2, lost: 3, churn: 0.3, mrrCents: 999 });
  expect(february).toMatchObject({ members: 13, byType: { monthly: 7 }, trialsBegun: 2, trialsPaid: 1, gifts: 1 });
});

test("what wasn't recorded on each day of a month is unknown, and months begin with the first payment", () => {
  const days = [
    { ...DAY, date: "2030-12-31", subscriptionsBegun: 2 },
    { ...DAY, subscriptionsReturned: null, yearlyCents: null, trialsPaid: null },
  ];
  const months = monthsOf({ days, parts: [partIn("2031-01-05")], ...running });
  const [late] = monthsOf({ days: days.slice(1), parts: [partIn("2030-12-31")], ...running });
  expect(late?.payingBefore).toBeNull();
  expect(months.map(({ month }) => month)).toEqual(["2031-02", "2031-01"]);
  expect(months[1]).toMatchObject({
    started: null,
    lost: null,
    churn: null,
    mrrCents: null,
    trialsPaid: null,
    trialsBegun: 1,
    payingBefore: 2,
  });
  expect(months[0]).toMatchObject({ members: null, byType: null, started: null, grossCents: 0 });
  expect(monthsOf({ days, parts: [], ...running })).toEqual([]);
});

test("paying members before a month, with those it gained and without those it lost, are the next month's", () => {
  const figure = fc.nat(9);
  const day = fc.record({ begun: figure, ended: figure, returned: figure, cents: figure });
  fc.assert(
    fc.property(fc.array(day, { minLength: 40, maxLength: 120 }), (figures) => {
      const days = figures.map(({ begun, ended, returned }, index) => ({
        ...DAY,
        date: addDays("2031-01-01", index),
        subscriptionsBegun: begun,
        subscriptionsEnded: ended,
        subscriptionsReturned: returned,
      }));
      const parts = days.map(({ date }, index) => ({ ...partIn(date), grossCents: figures[index]?.cents ?? 0 }));
      const months = monthsOf({
        days,
        parts,
        running: centralMonth(Date.parse(`${days.at(-1)?.date}T18:00:00Z`)),
        yearlyCents: 0,
      });
      for (const [index, { payingBefore, started, lost }] of months.entries()) {
        const next = months[index - 1];
        if (next) expect(next.payingBefore).toBe((payingBefore ?? Number.NaN) + (started ?? 0) - (lost ?? 0));
      }
      const sum = (of: (month: (typeof months)[number]) => number) => months.reduce((all, month) => all + of(month), 0);
      expect(sum(({ grossCents }) => grossCents)).toBe(figures.reduce((all, { cents }) => all + cents, 0));
      expect(sum(netOf)).toBe(figures.reduce((all, { cents }) => all + cents - 184, 0));
    }),
    { numRuns: 50 },
  );
});
