import * as z from "zod";

/** What Resend's response means for the emails in a call (docs/rules/mail.md, "Responses"). */
export type SendOutcome =
  | { kind: "accepted"; rejected: { index: number; message: string }[] }
  /** The key was used with different bytes, so an earlier attempt was accepted. */
  | { kind: "accepted_before" }
  /** An earlier attempt with the same key is still in progress. */
  | { kind: "in_flight" }
  | { kind: "rate_limited"; retryAfterSeconds: number }
  /** Server error or no answer: the emails may have been accepted. */
  | { kind: "unclear"; message: string }
  /** A problem with our account or settings, not with a recipient (`particulars`: the operator's own are missing). Nothing was accepted. */
  | { kind: "blocked"; reason: "daily_quota" | "account" | "particulars"; message: string }
  /** The provider rejected the content of the whole call. Nothing was accepted. */
  | { kind: "refused"; message: string };

const errorAnswer = z.object({ name: z.string(), message: z.string().default(""), statusCode: z.number().nullish() });

const DEFAULT_WAIT_SECONDS = 1;

function secondsToWait(headers: Record<string, string> | null): number {
  const seconds = Number(headers?.["retry-after"] ?? headers?.["ratelimit-reset"]);
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : DEFAULT_WAIT_SECONDS;
}

const ABOUT_US = ["invalid_from_address", "invalid_access", "restricted_api_key", "invalid_region", "security_error"];

function isAboutUs(name: string, message: string): boolean {
  return ABOUT_US.includes(name) || /api key|`from`|domain is not verified/i.test(message);
}

export function outcomeOfError(error: unknown, headers: Record<string, string> | null): SendOutcome {
  const answer = errorAnswer.safeParse(error);
  if (!answer.success) return { kind: "unclear", message: "We couldn't read the provider's response." };
  const { name, message, statusCode } = answer.data;
  if (name === "rate_limit_exceeded") return { kind: "rate_limited", retryAfterSeconds: secondsToWait(headers) };
  if (name === "daily_quota_exceeded") return { kind: "blocked", reason: "daily_quota", message };
  if (name === "concurrent_idempotent_requests") return { kind: "in_flight" };
  if (name === "invalid_idempotent_request") return { kind: "accepted_before" };
  if (name === "monthly_quota_exceeded") return { kind: "blocked", reason: "account", message };
  // A revoked key and a wrong or unverified sender also arrive as plain validation errors.
  if (isAboutUs(name, message)) return { kind: "blocked", reason: "account", message };
  if (statusCode === 408) return { kind: "unclear", message };
  if (statusCode === 400 || statusCode === 422) return { kind: "refused", message };
  if (statusCode !== null && statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return { kind: "blocked", reason: "account", message };
  }
  return { kind: "unclear", message };
}
