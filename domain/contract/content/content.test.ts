import { expect, test } from "vitest";
import { createContentRequest, listContentQuery, updateContentRequest } from "./content.ts";

function firstMessage(result: { error?: { issues: { message: string }[] } }): string | undefined {
  return result.error?.issues[0]?.message;
}

test("creating an item needs only a date and a title", () => {
  expect(createContentRequest.parse({ date: "2025-08-12", title: " Ignition " })).toEqual({
    date: "2025-08-12",
    title: "Ignition",
    description: "",
    youtubeUrl: "",
    status: "draft",
  });
});

test("a missing date or title is reported as required", () => {
  const titled = { title: "Ignition" };
  expect(firstMessage(createContentRequest.safeParse(titled))).toBe("Date is required");
  expect(firstMessage(createContentRequest.safeParse({ ...titled, date: "2025-02-31" }))).toBe(
    "Enter a date as YYYY-MM-DD",
  );
  for (const title of [undefined, "", "   "]) {
    expect(firstMessage(createContentRequest.safeParse({ date: "2025-08-12", title }))).toBe("Title is required");
  }
});

test("a status is draft, published, or scheduled", () => {
  for (const status of ["draft", "published", "scheduled"])
    expect(updateContentRequest.parse({ status })).toEqual({ status });
  expect(firstMessage(updateContentRequest.safeParse({ status: "hidden" }))).toBe(
    "Status must be draft, published, or scheduled",
  );
});

test("an edit may set any of the fields, but must set at least one", () => {
  expect(updateContentRequest.parse({ description: "" })).toEqual({ description: "" });
  expect(firstMessage(updateContentRequest.safeParse({}))).toBe("Nothing to change");
  expect(firstMessage(updateContentRequest.safeParse({ id: "2025-08-12" }))).toBe("Nothing to change");
  expect(firstMessage(updateContentRequest.safeParse({ title: " " }))).toBe("Title is required");
});

test("a month is requested by a valid year and month", () => {
  expect(listContentQuery.parse({ year: "2025", month: "8" })).toEqual({ year: 2025, month: 8 });
  for (const query of [
    {},
    { year: "2025" },
    { year: "2025", month: "13" },
    { year: "25", month: "8" },
    { year: "x", month: "8" },
    { year: "2025", month: "8.5" },
  ]) {
    expect(listContentQuery.safeParse(query).success, JSON.stringify(query)).toBe(false);
  }
});
