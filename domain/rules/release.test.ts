import fc from "fast-check";
import { expect, test } from "vitest";
import { CONTENT_STATUSES, isComingSoon, isLive, LAUNCH_DATE, releasedThrough } from "./release.ts";

const items = fc.record({
  date: fc.constantFrom("2025-08-11", "2025-08-12", "2025-08-20", "2025-08-21", "2025-08-22"),
  status: fc.constantFrom(...CONTENT_STATUSES),
  hidden: fc.boolean(),
});
const throughs = fc.constantFrom("2025-08-11", "2025-08-20", "2025-08-21", "2025-09-30");

test("annual members get an item one day early, and everyone else on its day", () => {
  expect(releasedThrough("2025-08-31", "annual")).toBe("2025-09-01");
  for (const plan of ["monthly", "quarterly", null] as const) {
    expect(releasedThrough("2025-08-31", plan)).toBe("2025-08-31");
  }
});

test("an item is live or coming soon, never both", () => {
  fc.assert(fc.property(items, throughs, (item, through) => !(isLive(item, through) && isComingSoon(item, through))));
});

test("drafts, hidden days, and items from before the launch are neither live nor coming soon", () => {
  fc.assert(
    fc.property(items, throughs, (item, through) => {
      fc.pre(item.status === "draft" || item.hidden || item.date < LAUNCH_DATE);
      expect([isLive(item, through), isComingSoon(item, through)]).toEqual([false, false]);
    }),
  );
});

test("a live item stays live as days pass", () => {
  fc.assert(
    fc.property(items, throughs, throughs, (item, one, other) => {
      const [earlier, later] = one <= other ? [one, other] : [other, one];
      if (isLive(item, earlier)) expect(isLive(item, later)).toBe(true);
    }),
  );
});

test("an unreleased item is announced when published, or the evening before if scheduled", () => {
  const item = { date: "2025-08-22", hidden: false };
  expect(isComingSoon({ ...item, status: "published" }, "2025-08-20")).toBe(true);
  expect(isComingSoon({ ...item, status: "scheduled" }, "2025-08-20")).toBe(false);
  expect(isComingSoon({ ...item, status: "scheduled" }, "2025-08-21")).toBe(true);
  expect(isLive({ ...item, status: "scheduled" }, "2025-08-22")).toBe(true);
});
