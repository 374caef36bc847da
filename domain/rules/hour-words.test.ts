import { expect, test } from "vitest";
import { hourWords, nextHourWords, weekWords } from "./hour-words.ts";
import { NO_HOUR } from "./week-hours.ts";

const LOS_ANGELES = { wakeUpHour: 6, timezone: "America/Los_Angeles" };

test("an hour is shown with its zone", () => {
  expect(hourWords(LOS_ANGELES)).toBe("6:00 AM Pacific");
  expect(hourWords({ wakeUpHour: 9, timezone: "Asia/Ho_Chi_Minh" })).toBe("9:00 AM Ho Chi Minh time");
});

test.for([
  ["2026-11-26T13:59:59Z", "today"],
  ["2026-11-26T14:00:00Z", "tomorrow"],
  // In UTC it's already the 27th.
  ["2026-11-27T07:59:00Z", "tomorrow"],
  ["2026-11-27T08:00:00Z", "today"],
  // The night the clocks go forward has an hour less.
  ["2027-03-14T12:59:00Z", "today"],
  ["2027-03-14T13:00:00Z", "tomorrow"],
])("the next wake-up is today or tomorrow by the date in the member's own zone, as of %s", ([now, day]) => {
  expect(nextHourWords(LOS_ANGELES, Date.parse(now ?? ""))).toBe(`${day}, 6:00 AM Pacific`);
});

test("weekday and weekend hours that differ are shown together", () => {
  const of = (weekendHour: number | null) => weekWords({ ...LOS_ANGELES, weekendHour });
  expect(of(null)).toBe("6:00 AM Pacific");
  expect(of(9)).toBe("6:00 AM Pacific, 9:00 AM on weekends");
  expect(of(NO_HOUR)).toBe("6:00 AM Pacific, nothing on weekends");
});
