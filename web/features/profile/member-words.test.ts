import { afterEach, expect, test, vi } from "vitest";
import { zoneHere } from "#domain/formats.ts";
import { standIn } from "#test/web/device-zone.ts";
import { clockWords, nextWakeUpWords, trialDaysLeft, trialWords, wakeUpMoment } from "./member-words.ts";

afterEach(() => vi.restoreAllMocks());

test("the next wake-up is shown in the member's time zone, even one this browser doesn't know", () => {
  expect(wakeUpMoment("2025-11-21T06:00", "America/Chicago")).toBe("Fri, Nov 21, 6:00 AM Central");
  expect(wakeUpMoment("2025-11-21T06:00", "Mars/Olympus_Mons")).toBe("Fri, Nov 21, 6:00 AM Olympus Mons time");
  expect(wakeUpMoment("18:00", "Mars/Olympus_Mons")).toBe("6:00 PM Olympus Mons time");
});

test.each([
  ["2026-11-21", "today at 6:00 AM"],
  ["2026-11-20", "tomorrow at 6:00 AM"],
  ["2026-11-14", "on Saturday, November 21 at 6:00 AM"],
])("on %s, the next wake-up names its day in the member's time zone", (today, words) => {
  const zoned = { timezone: zoneHere(), nextWakeUpAt: null };
  expect(nextWakeUpWords("2026-11-21T06:00", today, zoned)).toBe(words);
  expect(nextWakeUpWords("2026-11-21T06:00", today, zoned, true)).toBe(words.replace("tomorrow ", ""));
});

test("an hour names its zone if this device's clock differs at that time", () => {
  standIn("America/Phoenix");
  const summer = "2026-07-01T13:00:00.000Z";
  expect(clockWords("06:00", "America/Denver", "2026-01-01T13:00:00.000Z")).toBe("6:00 AM");
  expect(clockWords("06:00", "America/Denver", summer)).toBe("6:00 AM Mountain");
  expect(clockWords("06:00", "America/Los_Angeles", summer)).toBe("6:00 AM");
  expect(clockWords("06:00", "Mars/Olympus_Mons", summer)).toBe("6:00 AM Olympus Mons time");
  const pacific = { timezone: "America/Chicago", nextWakeUpAt: summer };
  expect(nextWakeUpWords("2026-07-01T06:00", "2026-06-30", pacific)).toBe("tomorrow at 6:00 AM Central");
});

test("a trial's remaining days follow the member's own calendar, down to the last", () => {
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
