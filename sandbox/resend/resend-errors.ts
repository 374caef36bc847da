import type { Fault } from "../faults.ts";

/** Names, statuses, and messages as Resend documents them. A call passes a message only if Resend's varies. */
const RESEND_ERRORS = {
  validation_error: [422, "We found an error with one or more fields in the request."],
  missing_required_field: [422, "The request body is missing one or more required fields."],
  invalid_idempotency_key: [400, "The key must be between 1-256 chars."],
  missing_api_key: [401, "Missing API key in the authorization header."],
  invalid_api_key: [403, "API key is invalid."],
  not_found: [404, "The requested endpoint does not exist."],
  invalid_idempotent_request: [409, "Same idempotency key used with a different request payload."],
  concurrent_idempotent_requests: [409, "Same idempotency key used while original request is still in progress."],
  rate_limit_exceeded: [429, "Too many requests. Please limit the number of requests per second."],
  daily_quota_exceeded: [429, "You have reached your daily email quota."],
  monthly_quota_exceeded: [429, "You have reached your monthly email quota."],
  internal_server_error: [500, "An unexpected error occurred."],
} as const satisfies Record<string, [status: number, message: string]>;

type ResendErrorName = keyof typeof RESEND_ERRORS;

export type ResendError = { statusCode: number; name: ResendErrorName; message: string };

export function resendError(name: ResendErrorName, message?: string, statusCode?: number): ResendError {
  const [documentedStatus, documentedMessage] = RESEND_ERRORS[name];
  return { statusCode: statusCode ?? documentedStatus, name, message: message ?? documentedMessage };
}

export function resendErrorResponse(name: ResendErrorName, headers: Record<string, string> = {}): Response {
  const error = resendError(name);
  return Response.json(error, { status: error.statusCode, headers });
}

/** The response to a fault that rejects the call before anything is accepted; null for other kinds. */
export function refusalOfFault(fault: Fault): Response | null {
  switch (fault.kind) {
    case "rate_limit": {
      const seconds = String(fault.retryAfterSeconds ?? 1);
      const headers = { "ratelimit-remaining": "0", "ratelimit-reset": seconds, "retry-after": seconds };
      return resendErrorResponse("rate_limit_exceeded", headers);
    }
    case "daily_quota":
      return resendErrorResponse("daily_quota_exceeded", retryAfter(fault));
    case "monthly_quota":
      return resendErrorResponse("monthly_quota_exceeded", retryAfter(fault));
    case "unauthorized":
      return revokedKey(fault.status);
    case "server_error":
      return serverError(fault.status, retryAfter(fault));
    case "delay":
    case "drop_after_accept":
    case "cut":
      return null;
  }
}

const retryAfter = ({ retryAfterSeconds }: { retryAfterSeconds?: number | undefined }): Record<string, string> =>
  retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };

/** Resend's real response to a revoked key: not the documented `invalid_api_key`, and sometimes 400 instead of 401. */
function revokedKey(status: number): Response {
  return Response.json(resendError("validation_error", "API key is invalid", status), { status });
}

/** Resend's API returns a 500 as JSON; 502 and the like come as a page from the proxy in front of it. */
function serverError(status: number, headers: Record<string, string>): Response {
  if (status !== 500) {
    const page = `<html><head><title>${status}</title></head><body>${status}: the server did not answer</body></html>`;
    return new Response(page, { status, headers: { ...headers, "content-type": "text/html" } });
  }
  return resendErrorResponse("internal_server_error", headers);
}
