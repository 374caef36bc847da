import { ApiError } from "../../lib/api-error.ts";

/**
 * The text of a form's red alert (spec section 8): the server's own words; "… failed" when the answer has none;
 * "… failed. Please try again." when no answer came.
 */
export function formErrorText(error: unknown, failed: string): string {
  if (error instanceof ApiError) return error.serverText || failed;
  if (error instanceof MissingTokenError) return error.message;
  return `${failed}. Please try again.`;
}

/** The server answered success without the token that success consists of. */
export class MissingTokenError extends Error {}
