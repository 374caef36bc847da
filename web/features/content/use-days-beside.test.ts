import { expect, test } from "vitest";
import { neighboursOf } from "./use-days-beside.ts";

const day = (date: string, comingSoon = false) => ({ date, comingSoon });
const august = [day("2025-08-12"), day("2025-08-13"), day("2025-08-14"), day("2025-08-16", true)];

test("the next and previous open items wrap around at the month's ends", () => {
  expect(neighboursOf(august, "2025-08-14")).toMatchObject({
    previous: { date: "2025-08-13", rolodex: 1 },
    next: { date: "2025-08-12", rolodex: 0 },
  });
  expect(neighboursOf(august, "2025-08-12")?.previous).toMatchObject({ date: "2025-08-14", rolodex: 2 });
});

test("from an item that opens later, the others of its month follow, open or not", () => {
  const days = [day("2025-08-12"), day("2025-08-13", true), day("2025-08-14"), day("2025-08-15", true)];
  const dates = (date: string) => {
    const { previous, next } = neighboursOf(days, date) ?? {};
    return [previous?.date, next?.date];
  };
  expect(dates("2025-08-13")).toEqual(["2025-08-12", "2025-08-14"]);
  expect(dates("2025-08-14")).toEqual(["2025-08-12", "2025-08-12"]);
  expect(dates("2025-08-15")).toEqual(["2025-08-14", "2025-08-12"]);
  const december = [day("2025-12-01", true), day("2025-12-02", true), day("2025-12-03", true)];
  expect(neighboursOf(december, "2025-12-01")).toMatchObject({
    previous: { date: "2025-12-03", rolodex: 2 },
    next: { date: "2025-12-02", rolodex: 1 },
  });
});

test("an item alone in its month, or outside the list, has no neighbors", () => {
  expect(neighboursOf([day("2025-08-12")], "2025-08-12")).toBeNull();
  expect(neighboursOf(august, "2025-09-01")).toBeNull();
});
