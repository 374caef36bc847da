import { expect, test } from "vitest";
import { searchedText, TRANSCRIPT_SEARCHED } from "./search.ts";

const item = { title: "Über Café", description: "Stand UP", transcript: "Feet on the floor" };

test("a search covers title, description, and transcript, and ignores case and accents", () => {
  expect(searchedText(item)).toBe("uber cafe\nstand up\nfeet on the floor");
  expect(searchedText({ ...item, transcript: null })).toBe("uber cafe\nstand up\n");
});

test("a search covers the first 10,000 characters of a transcript", () => {
  const transcript = `${"a".repeat(TRANSCRIPT_SEARCHED - 1)}bc`;
  expect(searchedText({ title: "", description: "", transcript })).toBe(`\n\n${"a".repeat(9999)}b`);
});
