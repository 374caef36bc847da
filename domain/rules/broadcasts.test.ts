import { expect, test } from "vitest";
import { isConfirmed, paragraphsOf } from "./broadcasts.ts";

test("a number confirms a few members more or less, among many", () => {
  expect([1, 99].map((count) => isConfirmed(count, count))).toEqual([true, true]);
  expect(isConfirmed(99, 98)).toBe(false);
  expect(isConfirmed(1000, 1010)).toBe(true);
  expect(isConfirmed(1000, 1011)).toBe(false);
  expect(isConfirmed(1000, 989)).toBe(false);
});

test("no number confirms a message to no one", () => {
  expect(isConfirmed(0, 0)).toBe(false);
});

test("a blank line begins a paragraph, also one with spaces", () => {
  expect(paragraphsOf("Hi,\n \n\nfrom May:\n$10\n$20\n\nThanks")).toEqual([
    ["Hi,"],
    ["from May:", "$10", "$20"],
    ["Thanks"],
  ]);
});
