import { expect, test } from "vitest";
import { ApiError } from "./api-error.ts";
import { failureSentence, formErrorText, IncompleteAnswerError } from "./failure-text.ts";

test("a form shows the server's own message without the status, and never an unknown server's text", async () => {
  expect(formErrorText(new ApiError(401, "Invalid email or password", null), "Login failed")).toBe(
    "Invalid email or password",
  );
  expect(formErrorText(await ApiError.from(new Response("upstream gone", { status: 502 })), "Login failed")).toBe(
    "Login failed",
  );
  expect(formErrorText(new IncompleteAnswerError("No token received from server"), "Login failed")).toBe(
    "No token received from server",
  );
});

test.for(["Unknown time zone", "Unknown time zone.", "Unknown time zone. Please try again.", "Unknown time zone ..."])(
  "a sentence around %j has one period and asks once to try again",
  (text) => {
    expect(failureSentence("Failed to update profile", new ApiError(400, text, null))).toBe(
      "Failed to update profile: 400: Unknown time zone. Please try again.",
    );
  },
);
