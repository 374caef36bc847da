import { expect, test } from "vitest";
import { outcomeOfError } from "./send-outcome.ts";

const error = (name: string, statusCode: number | null, message = "") => ({ name, statusCode, message });

test.for([
  [error("rate_limit_exceeded", 429), "rate_limited"],
  [error("daily_quota_exceeded", 429), "blocked"],
  [error("monthly_quota_exceeded", 429), "blocked"],
  [error("concurrent_idempotent_requests", 409), "in_flight"],
  [error("invalid_idempotent_request", 409), "accepted_before"],
  [error("validation_error", 422, "Invalid `to` field."), "refused"],
  [error("missing_required_field", 422), "refused"],
  [error("validation_error", 400, "API key is invalid"), "blocked"],
  [error("invalid_from_address", 422), "blocked"],
  [error("validation_error", 422, "Invalid `from` field."), "blocked"],
  [error("validation_error", 403, "The daybolt.example domain is not verified."), "blocked"],
  [error("missing_api_key", 401), "blocked"],
  [error("application_error", 408), "unclear"],
  [error("internal_server_error", 500), "unclear"],
  [error("application_error", null), "unclear"],
  ["no error at all", "unclear"],
] as const)("Resend's error %j is classified as %s", ([answer, kind]) => {
  expect(outcomeOfError(answer, null).kind).toBe(kind);
});

test("a rate limit makes us wait as long as the response asks", () => {
  const wait = (headers: Record<string, string> | null) => outcomeOfError(error("rate_limit_exceeded", 429), headers);
  expect(wait({ "retry-after": "7" })).toEqual({ kind: "rate_limited", retryAfterSeconds: 7 });
  expect(wait({ "ratelimit-reset": "3" })).toEqual({ kind: "rate_limited", retryAfterSeconds: 3 });
  expect(wait({ "retry-after": "soon" })).toEqual({ kind: "rate_limited", retryAfterSeconds: 1 });
});
