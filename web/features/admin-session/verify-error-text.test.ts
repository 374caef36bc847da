import { expect, test } from "vitest";
import { ApiError } from "../../lib/api-error.ts";
import { verifyErrorText } from "./verify-error-text.ts";

test("a wrong password is named as such", () => {
  expect(verifyErrorText(new ApiError(401, "Unauthorized", null))).toBe("Invalid admin password");
});

test("whoever tried too often reads how long to wait", () => {
  expect(verifyErrorText(new ApiError(429, "Too many attempts. Try again in 9 minutes.", null))).toContain("9 minutes");
});

test("a server in trouble or out of reach is a failed authentication", () => {
  expect(verifyErrorText(new ApiError(500, "Something went wrong", null))).toBe("Authentication failed");
  expect(verifyErrorText(new TypeError("Failed to fetch"))).toBe("Authentication failed");
});
