import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "./calendar-days.ts";
import { gapsOf, type PlannedDay, RUNWAY_DAYS, runwayFrom, unseenReason } from "./runway.ts";

const TODAY = "2026-11-21";

function day(overrides: Partial<PlannedDay> = {}): PlannedDay {
  const whole = { hasAudio: true, hasVideo: false, hasDescription: true };
  return { date: TODAY, status: "published", hidden: false, ...whole, ...overrides };
}

test.each([
  [undefined, ["content"]],
  [day(), []],
  [day({ status: "scheduled", hasAudio: false, hasVideo: true }), []],
  [day({ status: "draft" }), ["draft"]],
  [day({ hidden: true }), ["hidden"]],
  [day({ hasAudio: false }), ["medium"]],
  [day({ status: "draft", hasAudio: false, hasDescription: false }), ["draft", "medium", "description"]],
])("the planned day %j lacks %j", (planned, gaps) => {
  expect(gapsOf(planned)).toEqual(gaps);
});

test("members never see a hidden day or a day before the launch", () => {
  expect(unseenReason(day({ hidden: true }))).toBe("hidden");
  expect(unseenReason(day({ date: "2025-08-11" }))).toBe("before-launch");
  expect(unseenReason(day({ date: "2025-08-12" }))).toBeNull();
});

test("the runway has every day, and fully planned days have no gaps", () => {
  fc.assert(
    fc.property(fc.subarray(Array.from({ length: RUNWAY_DAYS }, (_, index) => index)), (ready) => {
      const days = runwayFrom(
        TODAY,
        ready.map((index) => day({ date: addDays(TODAY, index) })),
      );
      expect(days).toHaveLength(RUNWAY_DAYS);
      expect(days.flatMap(({ gaps }, index) => (gaps.length === 0 ? [index] : []))).toEqual(ready);
    }),
  );
});
