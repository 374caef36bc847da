import type { ErrorCode } from "#domain/contract/errors.ts";

type Details = { fields?: Record<string, string>; retryAfterSeconds?: number; present?: unknown; cause?: unknown };

/** An error the caller may see. `message` is safe to show. `worker/http` maps `code` to a status. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The current state after a conflicting change, limited to what the caller may see. */
  readonly present: unknown;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.fields = details.fields;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.present = details.present;
  }
}

export function invalid(message: string, fields?: Record<string, string>): AppError {
  return new AppError("validation", message, fields ? { fields } : {});
}

export function unauthorized(message = "Log in to continue."): AppError {
  return new AppError("unauthorized", message);
}

export function noAccess(): AppError {
  return new AppError("no_access", "Your membership has ended. Choose a plan to open this session.");
}

/** The caller's role doesn't include it. */
export const forbidden = (message: string): AppError => new AppError("forbidden", message);

export const notFound = (what: string): AppError => new AppError("not_found", `${what} not found`);

export function conflict(message: string, fields?: Record<string, string>): AppError {
  return new AppError("conflict", message, fields ? { fields } : {});
}

/** Someone else saved first. `present` is the current state. */
export function stale(message: string, present: unknown): AppError {
  return new AppError("stale", message, { present });
}

export const unavailable = (message: string): AppError => new AppError("unavailable", message);

export const gone = (message: string): AppError => new AppError("gone", message);

const TOO_MANY = "Too many attempts. Wait a few minutes and try again.";

export function rateLimited(retryAfterSeconds: number, message = TOO_MANY): AppError {
  return new AppError("rate_limited", message, { retryAfterSeconds });
}
