/** Names, statuses and sentences as Resend documents them; a message is given only where Resend's depends on the call. */
const RESEND_ERRORS = {
  validation_error: [422, "We found an error with one or more fields in the request."],
  missing_required_field: [422, "The request body is missing one or more required fields."],
  invalid_attachment: [422, "Attachment must have either a `content` or `path`."],
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

export type ResendErrorName = keyof typeof RESEND_ERRORS;

export type ResendError = { statusCode: number; name: ResendErrorName; message: string };

export function resendError(name: ResendErrorName, message?: string, statusCode?: number): ResendError {
  const [documentedStatus, documentedMessage] = RESEND_ERRORS[name];
  return { statusCode: statusCode ?? documentedStatus, name, message: message ?? documentedMessage };
}

export function resendErrorResponse(name: ResendErrorName, headers: Record<string, string> = {}): Response {
  const error = resendError(name);
  return Response.json(error, { status: error.statusCode, headers });
}
