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

/** The one form of every error answer. `error` is safe to show; `fields` maps a field to its message. */
export const errorBody = z.object({
  error: z.string(),
  code: z.enum(ERROR_CODES),
  fields: z.record(z.string(), z.string()).optional(),
  requestId: z.string(),
  /** Of `stale`: the thing as it is now, in the form of its own contract. Of `challenge_required`: a challenge. */
  present: z.unknown().optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;

/** What shows Turnstile in the browser: its own script, and the action that its token is good for. */
export const challenge = z.object({ siteKey: z.string(), scriptUrl: z.url(), action: z.enum(["login", "admin"]) });
export type Challenge = z.infer<typeof challenge>;

/** What a token of Turnstile may be (2,048 characters at most, as Cloudflare says). */
export const challengeToken = z.string().min(1).max(2048);
