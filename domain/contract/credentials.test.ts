import fc from "fast-check";
import { expect, test } from "vitest";
import type * as z from "zod";
import { confirmationProblem, emailProblem, enteredPasswordProblem, newPasswordProblem } from "../rules/credentials.ts";
import { email, enteredPassword, newPassword } from "./fields.ts";

/** The message that a form would show if it used the schema. */
function verdictOf(schema: z.ZodType, value: string): string | null {
  return schema.safeParse(value).error?.issues[0]?.message ?? null;
}

/** Characters that matter to address rules, in parts that are often nearly right. */
const piece = fc.string({ unit: fc.constantFrom(..."aZ09_'+-. @\u00e9\t\n".split("")), maxLength: 8 });
const name = fc.string({ unit: fc.constantFrom(..."abcXYZ09-".split("")), minLength: 1, maxLength: 70 });
const neat = fc.string({ unit: fc.constantFrom(..."abcXYZ09".split("")), minLength: 1, maxLength: 9 });
const goodAddress = fc
  .record({ local: neat, labels: fc.array(neat, { minLength: 1, maxLength: 3 }) })
  .map(({ local, labels }) => `${local}@${labels.join(".")}.test`);
const nearlyAddress = fc
  .record({
    space: fc.constantFrom("", "", " ", "\u00a0", "\ufeff", "\n"),
    local: fc.oneof(
      name,
      piece,
      fc.array(name, { maxLength: 4 }).map((names) => names.join(".")),
    ),
    at: fc.constantFrom("@", "@", "@", "", "@@"),
    labels: fc.array(fc.oneof({ arbitrary: name, weight: 5 }, { arbitrary: piece, weight: 1 }), { maxLength: 4 }),
    top: fc.oneof(fc.constantFrom("com", "test", "c", "c0m", "", "xn--p1ai"), piece),
  })
  .map(({ space, local, at, labels, top }) => `${space}${local}${at}${[...labels, top].join(".")}${space}`);
const passwords = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: fc.constantFrom("😀", "é", "a", "\ud800", "e\u0301"), maxLength: 8 }),
  fc.string({ unit: fc.constantFrom("😀", "a"), minLength: 190, maxLength: 205 }),
  fc.string({ minLength: 195, maxLength: 205 }),
);

test("the login forms and the API accept the same email addresses and show the same errors", () => {
  let valid = 0;
  fc.assert(
    fc.property(fc.oneof(nearlyAddress, goodAddress, fc.emailAddress(), fc.string()), (text) => {
      const verdict = emailProblem(text);
      if (verdict === null) valid += 1;
      expect(verdict).toBe(verdictOf(email, text));
    }),
    {
      numRuns: 2000,
      examples: [
        ["ana@daybolt.test"],
        ["a.b'c+d_e-@x-.y.co"],
        ["a'@b.co"],
        [".a@b.co"],
        ["a..b@c.de"],
        ["a.@b.co"],
        ["a@-b.co"],
        ["a@b"],
        [`${"a".repeat(64)}@b.test`],
        [`${"a".repeat(65)}@b.test`],
        [`a@${"b".repeat(247)}.test`],
        [`a@${"b".repeat(248)}.test`],
      ],
    },
  );
  // The test would prove nothing if generated input were never valid.
  expect(valid).toBeGreaterThan(50);
});

test("the forms and the API accept the same passwords and show the same errors", () => {
  fc.assert(
    fc.property(passwords, (text) => {
      expect(enteredPasswordProblem(text)).toBe(verdictOf(enteredPassword, text));
      expect(newPasswordProblem(text)).toBe(verdictOf(newPassword, text));
    }),
    { examples: [[""], ["12345"], ["123456"], ["x".repeat(200)], ["x".repeat(201)]] },
  );
});

test("a new password must be confirmed by typing it again", () => {
  expect(confirmationProblem("123456", "")).toBe("Please confirm your password");
  expect(confirmationProblem("123456", "123457")).toBe("Passwords don't match");
  expect(confirmationProblem("123456", "123456")).toBeNull();
});
