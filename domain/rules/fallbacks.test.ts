import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, daysBetween } from "./calendar-days.ts";
import { type Fallback, type FallbackMorning, fallbackFor, fallbacksOn, REPEAT_DAYS } from "./fallbacks.ts";

const START = "2026-03-01";
const day = fc.integer({ min: 0, max: 120 }).map((days) => addDays(START, days));
const ids = fc.constantFrom("a", "b", "c", "d", "e", "f");
const lists = fc.uniqueArray(fc.record({ id: ids, date: day }), { selector: ({ id }) => id, maxLength: 6 });
const history = fc.uniqueArray(fc.record({ date: day, contentId: ids }), {
  selector: ({ date }) => date,
  maxLength: 8,
});
const dates = fc.uniqueArray(day, { maxLength: 30 });

const isApart = (one: string, other: string) => Math.abs(daysBetween(one, other)) > REPEAT_DAYS;

/** Decides one date after another, like the dispatcher. */
function decideAll(asked: string[], list: Fallback[], before: FallbackMorning[]): FallbackMorning[] {
  const decided: FallbackMorning[] = [];
  for (const date of asked) {
    const choice = fallbackFor(date, list, [...before, ...decided]);
    if (choice) decided.push({ date, contentId: choice.id });
  }
  return decided;
}

test("in whichever order dates are decided, no item stands on two within 14 days, nor near its own", () => {
  fc.assert(
    fc.property(dates, lists, (asked, list) => {
      const decided = decideAll(asked, list, []);
      for (const { date, contentId } of decided) {
        const others = decided.filter((other) => other.contentId === contentId && other.date !== date);
        expect(others.every((other) => isApart(other.date, date))).toBe(true);
        expect(isApart(date, list.find(({ id }) => id === contentId)?.date ?? date)).toBe(true);
      }
    }),
  );
});

test("what was decided before counts as well, and a date keeps what was decided for it", () => {
  fc.assert(
    fc.property(dates, lists, history, (asked, list, before) => {
      for (const { date, contentId } of decideAll(asked, list, before)) {
        const stood = before.find((morning) => morning.date === date);
        if (stood && list.some(({ id }) => id === stood.contentId)) {
          expect(contentId).toBe(stood.contentId);
          continue;
        }
        const uses = before.filter((morning) => morning.contentId === contentId && morning.date !== date);
        expect(uses.every((use) => isApart(use.date, date))).toBe(true);
      }
    }),
  );
});

test("a date stays empty only where each item is too near to another date of its own", () => {
  fc.assert(
    fc.property(dates, lists, (asked, list) => {
      const decided = decideAll(asked, list, []);
      const empty = asked.filter((date) => !decided.some((morning) => morning.date === date));
      const isNear = (id: string, own: string, date: string) =>
        !isApart(own, date) || decided.some((one) => one.contentId === id && !isApart(one.date, date));
      for (const date of empty) expect(list.every(({ id, date: own }) => isNear(id, own, date))).toBe(true);
    }),
  );
});

test("what is foreseen is what comes when the dates are decided one by one", () => {
  fc.assert(
    fc.property(dates, lists, history, (asked, list, before) => {
      const foreseen = [...fallbacksOn(asked, list, before)].map(([date, { id }]) => ({ date, contentId: id }));
      expect(foreseen).toEqual(decideAll(asked.toSorted(), list, before));
    }),
  );
});

test("the administrator's order decides, and fifteen items fill any row of empty mornings", () => {
  const list = Array.from({ length: 15 }, (_, index) => ({ id: `item-${index}`, date: addDays(START, -60 + index) }));
  const asked = Array.from({ length: 40 }, (_, index) => addDays(START, index));
  const foreseen = [...fallbacksOn(asked, list, []).values()].map(({ id }) => id);
  expect(foreseen).toEqual(asked.map((_, index) => `item-${index % 15}`));
  expect(fallbacksOn(asked.slice(0, 16), list.slice(0, 1), []).size).toBe(2);
});
