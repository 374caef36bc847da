import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { commonPasswords, frontCode } from "./common-passwords.ts";

test("the list holds ten thousand allowed passwords, including the best-known ones", () => {
  const words = commonPasswords();
  expect(new Set(words).size).toBe(10_000);
  expect(words.filter((word) => [...word].length < 6 || word !== word.toLowerCase())).toEqual([]);
  for (const known of ["123456", "password", "qwerty", "letmein", "iloveyou"]) expect(words).toContain(known);
});

test("each word is stored as its difference from the previous one", () => {
  expect(frontCode(["abcdef", "abcxyz", "bcdefg"])).toBe("0abcdef\n3xyz\n0bcdefg");
  const long = "x".repeat(50);
  expect(frontCode([long, `${long}y`])).toBe(`0${long}\nz${"x".repeat(15)}y`);
});

test("the list costs the Worker less than a tenth of its size limit", () => {
  expect(gzipSync(frontCode(commonPasswords()), { level: 9 }).length).toBeLessThan(30 * 1024);
});
