import * as z from "zod";

const ERROR_CODES = [
  "validation",
  "unauthorized",
  "totp_required",
  "no_access",
  "not_found",
  "conflict",
  "stale",
  "gone",
  "too_large",
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
  /** Of `stale`: the thing as it is now, in the form of its own contract. */
  present: z.unknown().optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;
