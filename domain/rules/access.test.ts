import { expect, test } from "vitest";
import { hasAccess } from "./access.ts";

test("access ends at its instant, not after it", () => {
  expect(hasAccess({ accessEndsAt: 1000 }, 999)).toBe(true);
  expect(hasAccess({ accessEndsAt: 1000 }, 1000)).toBe(false);
  expect(hasAccess({ accessEndsAt: 1000 }, 1001)).toBe(false);
});

test("without an end there is no access", () => {
  expect(hasAccess({ accessEndsAt: null }, 0)).toBe(false);
});
