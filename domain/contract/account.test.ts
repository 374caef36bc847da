import { expect, test } from "vitest";
import type * as z from "zod";
import { addressRequest, linkRequest, loginRequest, setupPasswordRequest } from "./account.ts";

/** Each field's first message, as forms and error responses show it. */
function messagesOf(schema: z.ZodType, value: unknown): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(value).error?.issues ?? []) messages[path.join(".")] ??= message;
  return messages;
}

test.for([
  undefined,
  null,
  5,
  "",
  "  ",
  "ana",
  "ana@",
  "@daybolt.test",
  "ana@daybolt",
  "a b@daybolt.test",
  `${"a".repeat(250)}@b.test`,
])("logging in with the email %j asks for a valid one", (email) => {
  expect(messagesOf(loginRequest, { email, password: "x" })).toEqual({ email: "Please enter a valid email" });
  expect(messagesOf(addressRequest, { email })).toEqual({ email: "Please enter a valid email" });
});

test("spaces around an email are trimmed", () => {
  expect(loginRequest.parse({ email: " Ana@Daybolt.test ", password: "x" }).email).toBe("Ana@Daybolt.test");
});

test.for([undefined, null, 7, ""])("logging in with the password %j asks for a password", (password) => {
  expect(messagesOf(loginRequest, { email: "ana@daybolt.test", password })).toEqual({
    password: "Password is required",
  });
});

test("a login password is taken as typed, spaces included, and may be one character", () => {
  expect(loginRequest.parse({ email: "ana@daybolt.test", password: " " }).password).toBe(" ");
});

test("a new password must have 6 to 200 characters", () => {
  const request = { token: "t", email: "ana@daybolt.test" };
  for (const password of [undefined, "", "12345"]) {
    expect(messagesOf(setupPasswordRequest, { ...request, password })).toEqual({
      password: "Password must be at least 6 characters",
    });
  }
  expect(setupPasswordRequest.safeParse({ ...request, password: "123456" }).success).toBe(true);
  expect(messagesOf(setupPasswordRequest, { ...request, password: "x".repeat(201) })).toEqual({
    password: "Password must be at most 200 characters",
  });
});

test("a setup link without its token is rejected as invalid", () => {
  const message = "This link doesn't work. Use the link in your latest email.";
  expect(messagesOf(linkRequest, { token: "" })).toEqual({ token: message });
});
