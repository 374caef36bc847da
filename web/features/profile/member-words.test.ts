import { expect, test } from "vitest";
import { nextWakeUpWords, trialDaysLeft, trialWords, wakeUpMoment } from "./member-words.ts";

test("the next wake-up is shown as the member's clock will, also in a zone that nobody here knows", () => {
  expect(wakeUpMoment("2025-11-21T06:00", "America/Chicago")).toBe("Fri, Nov 21, 6:00 AM Central");
  expect(wakeUpMoment("2025-11-21T06:00", "Mars/Olympus_Mons")).toBe("Fri, Nov 21, 6:00 AM Olympus Mons time");
  expect(wakeUpMoment("18:00", "Mars/Olympus_Mons")).toBe("6:00 PM Olympus Mons time");
});

test.each([
  ["2026-11-21", "today at 6:00 AM"],
  ["2026-11-20", "tomorrow at 6:00 AM"],
  ["2026-11-14", "on Saturday, November 21 at 6:00 AM"],
])("seen on %s the next wake-up names its day by the member's clock", (today, words) => {
  expect(nextWakeUpWords("2026-11-21T06:00", today)).toBe(words);
});

test("a trial's days are counted by the member's own days, down to its last", () => {
  expect(trialDaysLeft(null, "2026-11-21")).toBeNull();
  expect(trialDaysLeft("2026-11-21", "2026-11-20")).toBe(1);
  expect(trialDaysLeft("2026-11-21", "2026-11-25")).toBe(0);
  expect([0, 1, 2, 30].map(trialWords)).toEqual([
    "Your free trial ends today",
    "Your free trial ends tomorrow",
    "Free trial: 2 days left",
    "Free trial: 30 days left",
  ]);
});
