import type { ErrorHandler, NotFoundHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { type ErrorBody, STATUS_OF_ERROR } from "#domain/contract/errors.ts";
import { AppError, invalid } from "../kernel/errors.ts";
import { errorFields, log } from "../kernel/log.ts";
import type { HttpEnv } from "./request-context.ts";

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
  return c.json(body, STATUS_OF_ERROR[code]);
};

export const onNotFound: NotFoundHandler<HttpEnv> = (c) => {
  const body: ErrorBody = { error: "Not found", code: "not_found", requestId: c.get("requestId") };
  return c.json(body, 404);
};
