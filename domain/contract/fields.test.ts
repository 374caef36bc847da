import { expect, test } from "vitest";
import { createTrialRequest } from "./access.ts";
import { createContentRequest, listContentQuery } from "./content/content.ts";
import { libraryQuery } from "./content/library.ts";
import { calendarDate, email } from "./fields.ts";

function firstMessage(result: { error?: { issues: { message: string }[] } }): string | undefined {
  return result.error?.issues[0]?.message;
}

test("an email address allows at most 64 characters before the @ and 254 in total", () => {
  const domain = `${"d".repeat(60)}.${"d".repeat(60)}.${"d".repeat(60)}.test`;
  expect(email.parse(` ${"a".repeat(64)}@daybolt.test `)).toBe(`${"a".repeat(64)}@daybolt.test`);
  for (const address of [
    `${"a".repeat(65)}@daybolt.test`,
    `${"a".repeat(64)}@${domain}`.padEnd(255, "s"),
    "ana",
    "a@b",
  ]) {
    expect(firstMessage(email.safeParse(address)), address).toBe("Please enter a valid email");
  }
});

test.for(["a\u0000b", "a\u0007b", "\u202edrow", "a\nb"])("titles and names reject %j", (text) => {
  expect(firstMessage(createContentRequest.safeParse({ date: "2026-01-01", title: text }))).toBe(
    "Title contains characters that can't be shown",
  );
  expect(firstMessage(createTrialRequest.safeParse({ name: text, email: "ana@daybolt.test" }))).toBe(
    "Name contains characters that can't be shown",
  );
});

test.for(["\u200b", "\u3164\u200d", " \u00ad "])(
  "a title or name of only invisible characters (%j) counts as missing",
  (text) => {
    expect(firstMessage(createContentRequest.safeParse({ date: "2026-01-01", title: text }))).toBe("Title is required");
    expect(firstMessage(createTrialRequest.safeParse({ name: text, email: "ana@daybolt.test" }))).toBe(
      "Please enter both name and email",
    );
  },
);

test("joiners, accents, and line breaks are kept where they're allowed", () => {
  const item = { date: "2026-01-01", title: "Zoe\u0308 👩‍👩‍👧", description: "One\r\nTwo\tThree" };
  expect(createContentRequest.parse(item)).toMatchObject({ title: "Zoë 👩‍👩‍👧", description: "One\nTwo\tThree" });
});

test("a date or month too early or too late for date math is rejected", () => {
  const ask = (date: string) => firstMessage(calendarDate.safeParse(date));
  expect(["1899-12-31", "3000-01-01", "9999-12-31"].map(ask)).toEqual(
    Array.from({ length: 3 }, () => "Enter a date as YYYY-MM-DD"),
  );
  expect(calendarDate.parse("2999-12-31")).toBe("2999-12-31");
  expect(firstMessage(libraryQuery.safeParse({ month: "9999-12" }))).toBe("Month must look like 2026-11");
  expect(libraryQuery.parse({ month: "2026-12" })).toEqual({ month: "2026-12" });
});

test("an out-of-range month or year gets an error with the valid range", () => {
  expect(firstMessage(listContentQuery.safeParse({ year: "2026", month: "13" }))).toBe(
    "Month must be a number from 1 to 12",
  );
  expect(firstMessage(listContentQuery.safeParse({ year: "26", month: "1" }))).toBe(
    "Year must be a number from 2000 to 2100",
  );
});
