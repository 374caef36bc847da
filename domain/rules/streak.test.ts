import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "./calendar-days.ts";
import { streakOf } from "./streak.ts";

const TODAY = "2025-09-10";

/** Dates some days before today. */
function daysBack(...offsets: number[]): string[] {
  return offsets.map((offset) => addDays(TODAY, -offset));
}

const everyDay = daysBack(...Array.from({ length: 41 }, (_, index) => index));
const someDays = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 25 }).map((offsets) => daysBack(...offsets));

function streak(completedDates: string[], liveDates = everyDay) {
  return streakOf({ completedDates, liveDates, today: TODAY });
}

test("a new member starts without a streak", () => {
  expect(streak([])).toEqual({ currentStreak: 0, longestStreak: 0, lastCompletedDate: null });
});

test("consecutive days count, including today", () => {
  expect(streak(daysBack(0, 1, 2))).toEqual({ currentStreak: 3, longestStreak: 3, lastCompletedDate: TODAY });
});

test("yesterday's streak still counts while today's session is open", () => {
  expect(streak(daysBack(1, 2)).currentStreak).toBe(2);
});

test("a missed day with a live item ends the streak, and the longest is remembered", () => {
  expect(streak(daysBack(2, 3, 4))).toEqual({
    currentStreak: 0,
    longestStreak: 3,
    lastCompletedDate: addDays(TODAY, -2),
  });
  expect(streak(daysBack(0, 2, 3, 4))).toMatchObject({ currentStreak: 1, longestStreak: 3 });
});

test("days without a live item neither break nor lengthen a streak", () => {
  const live = everyDay.filter((date) => !daysBack(1, 2).includes(date));
  expect(streak(daysBack(0, 3, 4), live).currentStreak).toBe(3);
});

test("any session completed on a day counts for it, even if the day has no item", () => {
  expect(streak(daysBack(0, 1), daysBack(0)).currentStreak).toBe(2);
});

test("several sessions on one day count as one day", () => {
  expect(streak(daysBack(0, 0, 0, 1, 1)).currentStreak).toBe(2);
});

test("a day that hasn't started for a member who flew west doesn't count", () => {
  expect(streak([addDays(TODAY, 1), ...daysBack(0)])).toEqual({
    currentStreak: 1,
    longestStreak: 1,
    lastCompletedDate: TODAY,
  });
});

test("an additional completion never shortens a streak", () => {
  fc.assert(
    fc.property(someDays, someDays, fc.integer({ min: 0, max: 40 }), (completed, live, offset) => {
      const before = streak(completed, live);
      const after = streak([...completed, ...daysBack(offset)], live);
      expect(after.longestStreak).toBeGreaterThanOrEqual(before.longestStreak);
      expect(after.currentStreak).toBeGreaterThanOrEqual(before.currentStreak);
    }),
  );
});

test("removing a day from the library never shortens a streak", () => {
  fc.assert(
    fc.property(someDays, someDays, fc.integer({ min: 0, max: 40 }), (completed, live, offset) => {
      const without = live.filter((date) => date !== addDays(TODAY, -offset));
      expect(streak(completed, without).currentStreak).toBeGreaterThanOrEqual(streak(completed, live).currentStreak);
    }),
  );
});

test("live days before the first completed day change nothing", () => {
  fc.assert(
    fc.property(someDays, someDays, (completed, live) => {
      const first = [...completed].sort()[0] ?? addDays(TODAY, 1);
      const since = live.filter((date) => date >= first);
      expect(streak(completed, since)).toEqual(streak(completed, live));
    }),
  );
});

test("order and duplicates don't matter, and the current streak never exceeds the longest", () => {
  fc.assert(
    fc.property(someDays, someDays, (completed, live) => {
      const counted = streak(completed, live);
      expect(streak([...completed, ...completed].reverse(), [...live].reverse())).toEqual(counted);
      expect(counted.currentStreak).toBeLessThanOrEqual(counted.longestStreak);
      expect(counted.longestStreak).toBeLessThanOrEqual(new Set(completed).size);
      expect(counted.lastCompletedDate).toBe([...completed].sort().at(-1) ?? null);
    }),
  );
});

test("with an item on every day, the longest streak is the longest run of consecutive days", () => {
  fc.assert(
    fc.property(someDays, (completed) => {
      const done = new Set(completed);
      const runs = everyDay.map((start) => everyDay.findIndex((_, length) => !done.has(addDays(start, length))));
      expect(streak(completed).longestStreak).toBe(Math.max(...runs.map((run) => (run < 0 ? everyDay.length : run))));
    }),
  );
});
