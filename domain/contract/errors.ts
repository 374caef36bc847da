import * as z from "zod";

/** Each code of an error response, with its HTTP status. */
export const STATUS_OF_ERROR = {
  validation: 400,
  unauthorized: 401,
  totp_required: 401,
  challenge_required: 403,
  forbidden: 403,
  no_access: 403,
  account_closed: 403,
  not_found: 404,
  conflict: 409,
  stale: 409,
  gone: 410,
  wrong_version: 412,
  too_large: 413,
  wrong_type: 415,
  rate_limited: 429,
  unavailable: 503,
  internal: 500,
} as const;
export type ErrorCode = keyof typeof STATUS_OF_ERROR;

/** The one shape of every error response. `error` is safe to show; `fields` maps a field name to its message. */
export const errorBody = z.object({
  error: z.string(),
  code: z.enum(Object.keys(STATUS_OF_ERROR) as [ErrorCode, ...ErrorCode[]]),
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
