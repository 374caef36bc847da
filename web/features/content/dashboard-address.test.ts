import { expect, test } from "vitest";
import { addToMonth, contentHref, needsCorrection, readIndex, readMonth, withPlace } from "./dashboard-address.ts";
import { backToDashboardHref } from "./ways-back.ts";

const monthIn = (query: string, defaultMonth = "2025-08") => readMonth(new URLSearchParams(query), defaultMonth);
const day = (date: string, comingSoon = false) => ({ date, comingSoon });
const august = [day("2025-08-12"), day("2025-08-13"), day("2025-08-14"), day("2025-08-16", true)];
const indexIn = (query: string, today: string, items = august) =>
  readIndex(new URLSearchParams(query), items, { year: 2025, month: 8 }, today);

test("the dial position (rolodex), year, and month are read from the URL", () => {
  expect(monthIn("rolodex=3&year=2026&month=11")).toEqual({ year: 2026, month: 11 });
  expect(indexIn("rolodex=3&year=2025&month=8", "2025-08-12")).toBe(3);
});

test("without a month, the member's default month is shown", () => {
  expect(monthIn("")).toEqual({ year: 2025, month: 8 });
  expect(monthIn("rolodex=3")).toEqual({ year: 2025, month: 8 });
});

test("a year or month on its own is completed from the default month", () => {
  expect(monthIn("year=2025", "2026-11")).toEqual({ year: 2025, month: 11 });
  expect(monthIn("month=9", "2026-11")).toEqual({ year: 2026, month: 9 });
});

test("an impossible month falls back to the default month", () => {
  expect(monthIn("rolodex=-1&year=2026&month=13")).toEqual({ year: 2025, month: 8 });
  expect(monthIn("rolodex=x&year=&month=2")).toEqual({ year: 2025, month: 8 });
  expect(monthIn("year=99999&month=8")).toEqual({ year: 2025, month: 8 });
});

test("an index past the month's end selects the last item, and a non-number counts as missing", () => {
  expect(indexIn("rolodex=99", "2025-08-12")).toBe(3);
  expect(indexIn("rolodex=123456789", "2025-08-12")).toBe(3);
  expect(indexIn("rolodex=5", "2025-08-12", [])).toBe(0);
  expect(indexIn("rolodex=-1", "2025-08-13")).toBe(1);
  expect(indexIn("rolodex=x", "2025-08-13")).toBe(1);
});

test("the current month opens on today's item, or without one, on the item before it", () => {
  expect(indexIn("", "2025-08-13")).toBe(1);
  expect(indexIn("", "2025-08-15")).toBe(2);
  expect(indexIn("", "2025-08-11")).toBe(0);
});

test("any other month opens on its first item", () => {
  expect(indexIn("", "2026-11-20")).toBe(0);
});

test("a partial or wrong dial position in the URL is corrected, and a URL without one is left alone", () => {
  const place = { rolodex: 2, year: 2025, month: 8 };
  const right = withPlace(new URLSearchParams("resetPassword=true&month=13"), place);
  expect(right.toString()).toBe("resetPassword=true&month=8&rolodex=2&year=2025");
  expect(needsCorrection(right, place)).toBe(false);
  for (const query of ["year=2025", "month=8", "rolodex=2", "rolodex=99&year=2025&month=8"]) {
    expect(needsCorrection(new URLSearchParams(query), place)).toBe(true);
  }
  expect(needsCorrection(new URLSearchParams("resetPassword=true"), place)).toBe(false);
});

test("months wrap at both ends of the year", () => {
  expect(addToMonth({ year: 2025, month: 12 }, 1)).toEqual({ year: 2026, month: 1 });
  expect(addToMonth({ year: 2025, month: 1 }, -1)).toEqual({ year: 2024, month: 12 });
  expect(addToMonth({ year: 2025, month: 8 }, 1)).toEqual({ year: 2025, month: 9 });
});

test("an item's page keeps the dial's position and links back to it", () => {
  const href = contentHref("2025-08-14", 2);
  expect(href).toBe("/content/2025-08-14?rolodex=2&year=2025&month=8");
  expect(backToDashboardHref(new URL(href, "https://example.test").searchParams)).toBe(
    "/dashboard?rolodex=2&year=2025&month=8",
  );
  expect(backToDashboardHref(new URLSearchParams("from=admin"))).toBe("/dashboard");
});
