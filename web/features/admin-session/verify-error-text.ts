import { ApiError } from "../../lib/api-error.ts";

/** A wrong password is named; a locked-out address hears the server's own words; anything else has failed (spec section 8). */
export function verifyErrorText(error: unknown): string {
  if (error instanceof ApiError && error.status === 401) return "Invalid admin password";
  if (error instanceof ApiError && error.status === 429) return error.serverText;
  return "Authentication failed";
}
