import { ApiError } from "../../lib/api-error.ts";

/** Whether an order was refused because the sentence beside its box is not today's any more: it has to be read and ticked anew. */
export function haveTermsChanged(error: unknown): boolean {
  return error instanceof ApiError && error.fields.consent !== undefined;
}
