import { expect, test } from "vitest";
import {
  formatBytes,
  formatCount,
  formatDate,
  formatDateTime,
  formatList,
  formatMinutes,
  formatMoney,
  formatNumber,
  formatNumericDate,
  formatTime,
  formatTimeIfKnown,
  formatTimeInZone,
  spokenZone,
} from "./formats.ts";
import { DEFAULT_ZONE } from "./rules/time-zones.ts";

test("an instant is shown as its date in Chicago, in summer and winter", () => {
  expect(formatNumericDate("2025-08-12T04:59:00.000Z")).toBe("8/11/2025");
  expect(formatNumericDate("2025-08-12T05:00:00.000Z")).toBe("8/12/2025");
  expect(formatNumericDate("2026-01-01T05:59:59.000Z")).toBe("12/31/2025");
  expect(formatNumericDate("2026-01-01T06:00:00.000Z")).toBe("1/1/2026");
});

test("account dates are shown in Central time, the default zone", () => {
  const instant = "2026-11-21T03:00:00.000Z";
  expect(formatDate(instant)).toBe("Nov 20, 2026");
  expect(formatDate(instant, DEFAULT_ZONE)).toBe(formatDate(instant));
});

test("each date and time format gives the same text from an ISO string and from milliseconds", () => {
  const at = Date.parse("2026-11-20T12:02:03Z");
  const formats = [formatDate, formatDateTime, formatTime];
  const texts = ["Nov 20, 2026", "Nov 20, 2026, 6:02 AM Central", "6:02 AM"];
  expect(formats.map((format) => format(at))).toEqual(texts);
  expect(formats.map((format) => format(new Date(at).toISOString()))).toEqual(texts);
  expect(formatDate("2025-08-18T00:00Z", "UTC")).toBe("Aug 18, 2025");
});

test("a time is shown in the reader's zone, with the zone's name", () => {
  const start = Date.parse("2027-03-12T01:00:00Z");
  expect(formatTimeInZone(start, "America/Chicago")).toBe("Thursday, March 11 at 7:00 PM Central");
  expect(formatTimeInZone(start, "Europe/Berlin")).toBe("Friday, March 12 at 2:00 AM GMT+1");
});

test("a time zone that Intl doesn't know gets no formatted time and no spoken name", () => {
  expect([formatTimeIfKnown(0, "Etc/Unknown"), spokenZone("Etc/Unknown")]).toEqual([undefined, ""]);
  expect([formatTimeIfKnown(0, "Asia/Tokyo"), spokenZone("Asia/Tokyo")]).toEqual(["9:00 AM", "Japan Standard Time"]);
});

test("numbers, money, sizes, counts, and lists are formatted for people", () => {
  expect([1400, 99.9, 0].map(formatNumber)).toEqual(["1,400", "99.9", "0"]);
  expect([formatMoney(999, "USD"), formatMoney(-123_456, "EUR")]).toEqual(["$9.99", "-€1,234.56"]);
  expect([0, 999, 1500, 1_234_567, 123_456_789, 2_000_000_000].map(formatBytes)).toEqual([
    "0 B",
    "999 B",
    "2 KB",
    "1.2 MB",
    "123 MB",
    "2.0 GB",
  ]);
  expect([formatCount(1, "day"), formatCount(0, "day"), formatCount(1200, "entry", "entries")]).toEqual([
    "1 day",
    "0 days",
    "1,200 entries",
  ]);
  expect([formatList(["1", "2", "3"], "or"), formatList(["a", "b"], "and")]).toEqual(["1, 2, or 3", "a and b"]);
});

test("a length is rounded to whole minutes, with a minimum of one", () => {
  expect([20, 89, 90, 725, 66_000].map(formatMinutes)).toEqual(["1 min", "1 min", "2 min", "12 min", "1,100 min"]);
});
