import { expect, test } from "vitest";
import { commonPasswords } from "./common-passwords.ts";

test("the list holds ten thousand allowed passwords, including the best-known ones", () => {
  const words = commonPasswords();
  expect(new Set(words).size).toBe(10_000);
  expect(words.filter((word) => [...word].length < 6 || word !== word.toLowerCase())).toEqual([]);
  for (const known of ["123456", "password", "qwerty", "letmein", "iloveyou"]) expect(words).toContain(known);
});
