import type { Fault } from "../faults/fault-book.ts";
import { resendError, resendErrorResponse } from "./resend-errors.ts";

/** The answer to a fault that turns the call away before anything is accepted, or null for the other kinds. */
export function refusalOfFault(fault: Fault): Response | null {
  const asked = fault.retryAfterSeconds;
  const retryAfter: Record<string, string> = asked === undefined ? {} : { "retry-after": String(asked) };
  switch (fault.kind) {
    case "rate_limit":
      return resendErrorResponse("rate_limit_exceeded", {
        "ratelimit-remaining": "0",
        "ratelimit-reset": String(asked ?? 1),
        "retry-after": String(asked ?? 1),
      });
    case "daily_quota":
      return resendErrorResponse("daily_quota_exceeded", retryAfter);
    case "monthly_quota":
      return resendErrorResponse("monthly_quota_exceeded", retryAfter);
    case "unauthorized":
      return revokedKey(fault.status ?? 401);
    case "server_error":
      return serverError(fault.status ?? 500, retryAfter);
    case "delay":
    case "drop_after_accept":
    case "cut":
      return null;
  }
}

/** What Resend is seen to answer to a revoked key: not the documented `invalid_api_key`, and with 400 as well as 401. */
function revokedKey(status: number): Response {
  return Response.json(resendError("validation_error", "API key is invalid", status), { status });
}

/** A 500 comes from Resend's API as JSON; 502 and the like come from the proxy in front of it as a page. */
function serverError(status: number, headers: Record<string, string>): Response {
  if (status !== 500) {
    const page = `<html><head><title>${status}</title></head><body>${status}: the server did not answer</body></html>`;
    return new Response(page, { status, headers: { ...headers, "content-type": "text/html" } });
  }
  return resendErrorResponse("internal_server_error", headers);
}
