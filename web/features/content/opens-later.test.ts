import { expect, test } from "vitest";
import { countdownWords } from "./opens-later.tsx";

const MINUTE = 60_000;

test.each([
  [30_000, "1 minute"],
  [5 * MINUTE, "5 minutes"],
  [60 * MINUTE, "1 hour"],
  [185 * MINUTE, "3 hours 5 minutes"],
  [24 * 60 * MINUTE, "1 day"],
  [(2 * 1440 + 3 * 60 + 40) * MINUTE, "2 days 3 hours"],
  [(2 * 1440 + 7) * MINUTE, "2 days"],
])("%i ms reads as %s", (milliseconds, words) => {
  expect(countdownWords(milliseconds)).toBe(words);
});
