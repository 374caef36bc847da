import { expect, test } from "vitest";
import { ApiError, errorDetail, errorMessage, hasErrorCode } from "./api-error.ts";
import { failureSentence, formErrorText } from "./failure-text.ts";

const HTML = "<!DOCTYPE html><html><body><h1>502 Bad Gateway</h1></body></html>";
const from = (text: string, init: ResponseInit) => ApiError.from(new Response(text, init));
const browserFailure = new TypeError("Failed to fetch");

test("the error message is the status, a colon, and the server's text", async () => {
  const body = { error: "Your membership has ended", code: "no_access", requestId: "r1" };
  const error = await ApiError.from(Response.json(body, { status: 403 }));
  expect(error.message).toBe("403: Your membership has ended");
  expect(errorMessage(error)).toBe("403: Your membership has ended");
  expect(hasErrorCode(error, "no_access")).toBe(true);
});

test("a short plain body that isn't ours is shown as is, and an empty one as the status text", async () => {
  expect((await from("upstream gone\n", { status: 502 })).message).toBe("502: upstream gone");
  const empty = await from("", { status: 503, statusText: "Service Unavailable" });
  expect(empty.message).toBe("503: Service Unavailable");
  expect(errorMessage(empty)).toBe("503: Service Unavailable");
});

test("an error in a panel has no status number, and a request ID only if the failure is on our side", async () => {
  const answer = (status: number, error: string) =>
    ApiError.from(Response.json({ error, code: "x", requestId: "3f2ab1c0-77d1-4d3a" }, { status }));
  expect(errorDetail(await answer(409, "Bo has paid since"))).toBe("Bo has paid since");
  expect(errorDetail(await answer(503, "PayPal isn't responding"))).toBe(
    "PayPal isn't responding. Request ID: 3f2ab1c0",
  );
  expect(errorDetail(await answer(500, "Try again."))).toBe("Try again. Request ID: 3f2ab1c0");
  expect(errorDetail(await from("upstream gone", { status: 502 }))).toBe("We couldn't reach the server.");
});

test.for([
  HTML,
  "\n  <html>",
  "Internal Server Error",
  '{"message":"rate exceeded"}',
  '["invalid_type"]',
  "",
  "x".repeat(201),
])("a machine-generated body is never shown: %j", async (body) => {
  const error = await from(body, { status: 502 });
  expect(errorDetail(error, "Failed to fetch content")).toBe("Failed to fetch content");
  expect(formErrorText(error, "Login failed")).toBe("Login failed");
  expect(failureSentence("Failed to update profile", error)).toBe("Failed to update profile. Please try again.");
  expect(error.message).not.toMatch(/</);
});

test("the browser's own text for a lost connection is never shown", () => {
  expect(errorMessage(browserFailure)).toBe("");
  expect(errorDetail(browserFailure)).toBe("We couldn't reach the server.");
  expect(errorDetail(browserFailure, "Failed to fetch progress")).toBe("Failed to fetch progress");
  expect(formErrorText(browserFailure, "Login failed")).toBe("Login failed. Please try again.");
  expect(failureSentence("Failed to update profile", browserFailure)).toBe(
    "Failed to update profile. Please try again.",
  );
});
