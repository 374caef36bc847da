import { expect, test } from "vitest";
import { isConfirmed, paragraphsOf } from "./broadcasts.ts";

test("a member count confirms a message if it's within 1 percent of the audience", () => {
  expect([1, 99].map((count) => isConfirmed(count, count))).toEqual([true, true]);
  expect(isConfirmed(99, 98)).toBe(false);
  expect(isConfirmed(1000, 1010)).toBe(true);
  expect(isConfirmed(1000, 1011)).toBe(false);
  expect(isConfirmed(1000, 989)).toBe(false);
});

test("a message to no one can't be confirmed", () => {
  expect(isConfirmed(0, 0)).toBe(false);
});

test("a blank line starts a paragraph, even if it contains spaces", () => {
  expect(paragraphsOf("Hi,\n \n\nfrom May:\n$10\n$20\n\nThanks")).toEqual([
    ["Hi,"],
    ["from May:", "$10", "$20"],
    ["Thanks"],
  ]);
});
