import fc from "fast-check";
import { expect, test } from "vitest";
import { HOUR_MS } from "../durations.ts";
import { playedInstant, trustedInstant } from "./playback.ts";

const NOW = Date.parse("2026-05-20T17:00:00Z");

test("a report's time is trusted up to 48 hours in the past and never in the future", () => {
  const hours = (offset: number) => (trustedInstant(NOW + offset * HOUR_MS, NOW) - NOW) / HOUR_MS;
  expect([-1000, -49, -48, -47.5, -1, 0, 0.1, 1000].map(hours)).toEqual([-48, -48, -48, -47.5, -1, 0, 0, 0]);
});

test("a position's time is kept, however old, but never accepted in the future", () => {
  const hours = (offset: number) => (playedInstant(NOW + offset * HOUR_MS, NOW) - NOW) / HOUR_MS;
  expect([-1000, -48, 0, 0.1].map(hours)).toEqual([-1000, -48, 0, 0]);
});

test("two reports received at the same moment keep their order", () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.maxSafeInteger(), (one, other) => {
      const [first, second] = [Math.min(one, other), Math.max(one, other)];
      expect(trustedInstant(first, NOW)).toBeLessThanOrEqual(trustedInstant(second, NOW));
    }),
  );
});
