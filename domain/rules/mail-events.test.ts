import fc from "fast-check";
import { expect, test } from "vitest";
import { complaintLevel, mustPause } from "./mail-events.ts";

const LIMITS = { alarmShare: 0.001, alarmFrom: 3, pauseShare: 0.003, pauseFrom: 20 };
const levelOf = (delivered: number, complained: number) =>
  complaintLevel({ reported: delivered + 50, bounced: 50, complained }, LIMITS);

test.each([
  [0, 0, "well"],
  [100, 2, "well"],
  [100, 3, "alarm"],
  [1999, 19, "alarm"],
  [2000, 1, "well"],
  [2000, 2, "alarm"],
  [10_000, 9, "well"],
  [10_000, 10, "alarm"],
  [100, 20, "alarm"],
  [1_000_000, 999, "well"],
])("with %i delivered emails, %i complaints mean: %s", (delivered, complained, level) => {
  expect(levelOf(delivered, complained)).toBe(level);
});

test("complaints raise the alarm even if no email has been reported delivered", () => {
  expect(complaintLevel({ reported: 0, bounced: 0, complained: 3 }, LIMITS)).toBe("alarm");
});

test.each([
  [0, 19, false],
  [100, 19, false],
  [100, 20, true],
  [6666, 20, true],
  [6667, 20, false],
  [100_000, 299, false],
  [100_000, 300, true],
  [0, 20, true],
])("with %i delivered emails of a kind, %i complaining recipients pause it: %s", (delivered, complained, expected) => {
  expect(mustPause({ delivered, complained }, LIMITS)).toBe(expected);
});

test("more deliveries or fewer complaints never trigger a pause", () => {
  fc.assert(
    fc.property(fc.nat(200), fc.nat(100_000), fc.nat(50), fc.nat(50_000), (complained, delivered, fewer, more) => {
      const calmer = { complained: Math.max(complained - fewer, 0), delivered: delivered + more };
      if (!mustPause({ complained, delivered }, LIMITS)) expect(mustPause(calmer, LIMITS)).toBe(false);
    }),
  );
});
