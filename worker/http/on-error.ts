import type { ErrorHandler, NotFoundHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { ErrorBody, ErrorCode } from "#domain/contract/errors.ts";
import { AppError, invalid } from "../kernel/errors.ts";
import { errorFields, log } from "../kernel/log.ts";
import type { HttpEnv } from "./request-context.ts";

const STATUS_OF: Record<ErrorCode, ContentfulStatusCode> = {
  validation: 400,
  unauthorized: 401,
  totp_required: 401,
  challenge_required: 403,
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
};

/** Converts errors that Hono throws in its own words before a schema runs. */
function asAppError(error: Error): AppError | null {
  if (error instanceof AppError) return error;
  if (!(error instanceof HTTPException) || error.status >= 500) return null;
  return invalid(/JSON/.test(error.message) ? "The request body isn't valid JSON." : "The request is malformed.");
}

/** The one place where errors become responses. Unexpected errors are logged and get a fixed message. */
export const onError: ErrorHandler<HttpEnv> = (error, c) => {
  const known = asAppError(error);
  if (!known) log("error", "unhandled", errorFields(error));
  const code = known?.code ?? "internal";
  const body: ErrorBody = {
    error: known?.message ?? "Something went wrong on our side. Try again.",
    code,
    ...(known?.fields ? { fields: known.fields } : {}),
    requestId: c.get("requestId"),
    ...(known?.present === undefined ? {} : { present: known.present }),
  };
  if (known?.retryAfterSeconds) c.header("retry-after", String(known.retryAfterSeconds));
  // Browsers cache media, but an error may be temporary.
  c.header("cache-control", "no-store");
  return c.json(body, STATUS_OF[code]);
};

export const onNotFound: NotFoundHandler<HttpEnv> = (c) => {
  const body: ErrorBody = { error: "Not found", code: "not_found", requestId: c.get("requestId") };
  return c.json(body, 404);
};
