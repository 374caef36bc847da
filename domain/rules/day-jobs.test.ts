import { expect, test } from "vitest";
import type { DayAction } from "../contract/content/days.ts";
import { type JobDay, planDays, planUndo, refusalOf } from "./day-jobs.ts";

const BEGUN = "2026-12-03";

function dayOf(overrides: Partial<JobDay> = {}): JobDay {
  const { date = "2026-12-10" } = overrides;
  const state = { status: "draft", hidden: false, mayBeSentAgain: false, isMailed: false } as const;
  return { id: date, date, to: date, occupant: null, ...state, ...overrides };
}

test.for<[string, Partial<JobDay>, DayAction, string | null]>([
  ["a coming day is changed", {}, { status: "scheduled" }, null],
  ["a day that has the status is left out", {}, { status: "draft" }, "It's like that already."],
  ["a day that has started is left out", { date: BEGUN }, { delete: true }, "This day has started."],
  ["a prepared email keeps its day", { isMailed: true }, { hidden: true }, "Its email has been prepared or sent."],
  ["no day moves to one that has started", { to: BEGUN }, { moveBy: -7 }, "Its new day has started."],
  ["a past day may be sent again", { date: BEGUN, isMailed: true }, { mayBeSentAgain: true }, null],
])("%s", ([, day, action, refusal]) => {
  expect(refusalOf(dayOf(day), action, BEGUN)).toBe(refusal);
});

test("only a session that stays is in another's way", () => {
  const [first, second] = ["2026-12-10", "2026-12-11"];
  const days = [dayOf({ date: second, to: "2026-12-12" }), dayOf({ date: first, to: second, occupant: second })];
  const takenIn = (of: JobDay[]) => planDays(of, { moveBy: 1 }, BEGUN).map(({ date, isTaken }) => [date, isTaken]);
  expect(takenIn(days)).toEqual([
    [first, false],
    [second, false],
  ]);
  const staying = days.map((day) => (day.date === second ? { ...day, isMailed: true } : day));
  expect(takenIn(staying)).toEqual([
    [first, true],
    [second, false],
  ]);
});

test("who can't return keeps others from returning to its date", () => {
  const changed = { id: "a", to: "1", occupant: null, reason: "It was changed since." };
  const days = [
    changed,
    { id: "b", to: "2", occupant: "a", reason: null },
    { id: "c", to: "3", occupant: "b", reason: null },
  ];
  const taken = "Another session has its day now.";
  expect(planUndo([...days, { id: "d", to: "4", occupant: null, reason: null }]).map(({ reason }) => reason)).toEqual([
    changed.reason,
    taken,
    taken,
    null,
  ]);
});
