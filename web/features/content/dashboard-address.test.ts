import { expect, test } from "vitest";
import { addToMonth, backToDashboardHref, contentHref, readDashboardAddress } from "./dashboard-address.ts";

const read = (query: string) => readDashboardAddress(new URLSearchParams(query), "2025-08");

test("the address names rolodex, year and month", () => {
  expect(read("rolodex=4&year=2026&month=11")).toEqual({ rolodex: 4, year: 2026, month: 11 });
});

test("without a month the member's default month is shown", () => {
  expect(read("")).toEqual({ rolodex: null, year: 2025, month: 8 });
  expect(read("rolodex=3")).toEqual({ rolodex: 3, year: 2025, month: 8 });
});

test("an unusable value counts as missing", () => {
  expect(read("rolodex=-1&year=2026&month=13")).toEqual({ rolodex: null, year: 2025, month: 8 });
  expect(read("rolodex=x&year=&month=2")).toEqual({ rolodex: null, year: 2025, month: 8 });
});

test("months wrap at both ends of the year", () => {
  expect(addToMonth({ year: 2025, month: 12 }, 1)).toEqual({ year: 2026, month: 1 });
  expect(addToMonth({ year: 2025, month: 1 }, -1)).toEqual({ year: 2024, month: 12 });
  expect(addToMonth({ year: 2025, month: 8 }, 1)).toEqual({ year: 2025, month: 9 });
});

test("an item's page keeps the place in the dial, and gives it back", () => {
  const href = contentHref("2025-08-14", { rolodex: 2, year: 2025, month: 8 });
  expect(href).toBe("/content/2025-08-14?rolodex=2&year=2025&month=8");
  expect(backToDashboardHref(new URL(href, "https://example.test").searchParams)).toBe(
    "/dashboard?rolodex=2&year=2025&month=8",
  );
  expect(backToDashboardHref(new URLSearchParams("from=admin"))).toBe("/dashboard");
});
