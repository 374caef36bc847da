import { expect, test } from "vitest";
import { complaintLevel } from "./mail-events.ts";

const LIMITS = { alarmShare: 0.001, alarmFrom: 3, pauseShare: 0.003, pauseFrom: 20 };
const levelOf = (delivered: number, complained: number) =>
  complaintLevel({ told: delivered + 50, bounced: 50, complained }, LIMITS);

test.each([
  [0, 0, "well"],
  [100, 2, "well"],
  [100, 3, "alarm"],
  [1999, 19, "alarm"],
  [2000, 1, "well"],
  [2000, 2, "alarm"],
  [10_000, 9, "well"],
  [10_000, 10, "alarm"],
  [6666, 20, "pause"],
  [6667, 20, "alarm"],
  [100, 20, "pause"],
  [1_000_000, 999, "well"],
])("of %i delivered mails %i complaints mean: %s", (delivered, complained, level) => {
  expect(levelOf(delivered, complained)).toBe(level);
});

test("complaints without a single mail told of still count", () => {
  expect(complaintLevel({ told: 0, bounced: 0, complained: 3 }, LIMITS)).toBe("alarm");
});
