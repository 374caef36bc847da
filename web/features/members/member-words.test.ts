import { expect, test } from "vitest";
import { nextWakeUpWords, trialDaysLeft, trialWords, wakeUpMoment } from "./member-words.ts";

test("the next wake-up is shown in the member's own zone", () => {
  expect(wakeUpMoment("2025-11-21T12:00:00.000Z", "America/Chicago")).toMatch(/^Fri, Nov 21, 6:00\sAM Central$/);
  expect(wakeUpMoment("2025-11-21T12:00:00.000Z", "America/New_York")).toMatch(/^Fri, Nov 21, 7:00\sAM Eastern$/);
});

test.each([
  ["2026-11-21", /^today at 6:00\sAM$/],
  ["2026-11-20", /^tomorrow at 6:00\sAM$/],
  ["2026-11-14", /^on Saturday, November 21 at 6:00\sAM$/],
])("seen on %s the next wake-up names its day by the member's clock", (today, words) => {
  expect(nextWakeUpWords("2026-11-21T12:00:00.000Z", "America/Chicago", today)).toMatch(words);
});

test("a trial's days are counted by the member's own days, down to its last", () => {
  const left = (subscriptionEndDate: string | null, today: string) =>
    trialDaysLeft({ subscriptionEndDate, timezone: "America/Los_Angeles" }, today);
  expect(left(null, "2026-11-21")).toBeNull();
  // 21 November in Los Angeles, still.
  expect(left("2026-11-22T05:00:00.000Z", "2026-11-20")).toBe(1);
  expect(left("2026-11-22T05:00:00.000Z", "2026-11-25")).toBe(0);
  expect([0, 1, 2, 30].map(trialWords)).toEqual([
    "Your free trial ends today",
    "Your free trial ends tomorrow",
    "Free trial: 2 days left",
    "Free trial: 30 days left",
  ]);
});
