import { ApiError, errorDetail } from "./api-error.ts";

/** "Failed to save: 409: Taken. Please try again.": one full stop and one request, however the server's words end. */
export function failureSentence(failed: string, error: unknown): string {
  let detail = errorDetail(error, "")
    .replace(/Please try again\.$/, "")
    .trim();
  while (detail.endsWith(".")) detail = detail.slice(0, -1).trimEnd();
  return `${failed}${detail && `: ${detail}`}. Please try again.`;
}

/** An answer that is a success by its status and lacks what success consists of. Its message is made for people. */
export class IncompleteAnswerError extends Error {}

/** A form's red alert (spec section 8): the server's own words; `failed` without any; `unanswered` when no answer came. */
export function formErrorText(error: unknown, failed: string, unanswered = `${failed}. Please try again.`): string {
  if (error instanceof ApiError) return error.serverText || failed;
  return error instanceof IncompleteAnswerError ? error.message : unanswered;
}
