import { expect, test } from "vitest";
import { neighboursOf, openingIndex, opensOn } from "./month-list.ts";

const day = (date: string, comingSoon = false) => ({ date, comingSoon });
const august = [day("2025-08-12"), day("2025-08-13"), day("2025-08-14"), day("2025-08-16", true)];

test("the current month opens on today", () => {
  expect(openingIndex(august, "2025-08", "2025-08-13")).toBe(1);
});

test("a day without an item opens on the one before it", () => {
  expect(openingIndex(august, "2025-08", "2025-08-15")).toBe(2);
  expect(openingIndex(august, "2025-08", "2025-08-11")).toBe(0);
});

test("any other month opens on its first item", () => {
  expect(openingIndex(august, "2025-08", "2026-11-20")).toBe(0);
});

test("next day after the last open one is the first, and the other way round", () => {
  expect(neighboursOf(august, "2025-08-14")).toEqual({
    previous: { date: "2025-08-13", index: 1 },
    next: { date: "2025-08-12", index: 0 },
  });
  expect(neighboursOf(august, "2025-08-12")?.previous).toEqual({ date: "2025-08-14", index: 2 });
});

test("an item alone in its month, or outside the list, has no neighbours", () => {
  expect(neighboursOf([day("2025-08-12")], "2025-08-12")).toBeNull();
  expect(neighboursOf(august, "2025-09-01")).toBeNull();
});

test("annual members get an item one day early", () => {
  expect(opensOn("2025-09-01", "annual")).toBe("2025-08-31");
  expect(opensOn("2025-09-01", "monthly")).toBe("2025-09-01");
});
