import { expect, test } from "vitest";
import { formatMediaTime, percentOf, spokenPosition } from "./media-time.ts";

test("times read as m:ss", () => {
  expect(formatMediaTime(0)).toBe("0:00");
  expect(formatMediaTime(65.9)).toBe("1:05");
  expect(formatMediaTime(3671)).toBe("61:11");
  expect(formatMediaTime(Number.NaN)).toBe("0:00");
});

test("a percentage is 0 while the length is unknown and never above 100", () => {
  expect(percentOf(5, Number.NaN)).toBe(0);
  expect(percentOf(30, 120)).toBe(25);
  expect(percentOf(121, 120)).toBe(100);
});

test("a position is spoken in words", () => {
  expect(spokenPosition(65, 180)).toBe("1 minute 5 seconds of 3 minutes");
  expect(spokenPosition(0, 1)).toBe("0 seconds of 1 second");
});
