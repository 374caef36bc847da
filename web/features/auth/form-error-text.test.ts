import { expect, test } from "vitest";
import { ApiError } from "../../lib/api-error.ts";
import { formErrorText, MissingTokenError } from "./form-error-text.ts";

test("a form shows the server's words without the status", () => {
  expect(formErrorText(new ApiError(401, "Invalid email or password", null), "Login failed")).toBe(
    "Invalid email or password",
  );
});

test("an answer without words, no answer, and an answer without a token have their own texts", () => {
  expect(formErrorText(new ApiError(500, "", null), "Login failed")).toBe("Login failed");
  expect(formErrorText(new TypeError("Failed to fetch"), "Login failed")).toBe("Login failed. Please try again.");
  expect(formErrorText(new MissingTokenError("No token received from server"), "Login failed")).toBe(
    "No token received from server",
  );
});
