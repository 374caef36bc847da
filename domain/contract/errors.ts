import * as z from "zod";

const ERROR_CODES = [
  "validation",
  "unauthorized",
  "totp_required",
  "challenge_required",
  "no_access",
  "account_closed",
  "not_found",
  "conflict",
  "stale",
  "gone",
  "wrong_version",
  "too_large",
  "wrong_type",
  "rate_limited",
  "unavailable",
  "internal",
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** The one shape of every error response. `error` is safe to show; `fields` maps a field name to its message. */
export const errorBody = z.object({
  error: z.string(),
  code: z.enum(ERROR_CODES),
  fields: z.record(z.string(), z.string()).optional(),
  requestId: z.string(),
  /** For `stale`: the current state, in the shape of its own contract. For `challenge_required`: a challenge. */
  present: z.unknown().optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;

/** What the browser needs to show Turnstile: the script, and the action its token is valid for. */
export const challenge = z.object({ siteKey: z.string(), scriptUrl: z.url(), action: z.enum(["login", "admin"]) });
export type Challenge = z.infer<typeof challenge>;

/** A Turnstile token: at most 2,048 characters, per Cloudflare. */
export const challengeToken = z.string().min(1).max(2048);
