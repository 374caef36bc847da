import { expect, test } from "vitest";
import { formatLength, formatMediaTime, formatPosition, spokenPosition } from "./media-time.ts";

test("times are formatted as m:ss", () => {
  expect(formatMediaTime(0)).toBe("0:00");
  expect(formatMediaTime(65.9)).toBe("1:05");
  expect(formatMediaTime(3671)).toBe("61:11");
  expect(formatMediaTime(Number.NaN)).toBe("0:00");
});

test("a length is rounded like the library's, so a file of 15.6 seconds is 0:16 everywhere", () => {
  expect([formatLength(15.6), formatLength(16)]).toEqual(["0:16", "0:16"]);
});

test("a position reaches the length as it's shown", () => {
  expect([formatPosition(15.5, 15.6), formatPosition(15.6, 15.6)]).toEqual(["0:15", "0:16"]);
  expect([formatPosition(3, 0), formatPosition(0, 0)]).toEqual(["0:03", "0:00"]);
});

test("a position is spoken in words", () => {
  expect(spokenPosition(65, 180)).toBe("1 minute 5 seconds of 3 minutes");
  expect(spokenPosition(0, 1)).toBe("0 seconds of 1 second");
});
