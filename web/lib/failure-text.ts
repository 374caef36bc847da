import { ApiError, errorMessage } from "./api-error.ts";

/** "Failed to save: 409: Taken. Please try again.": one period and one request, however the server's text ends. */
export function failureSentence(failed: string, error: unknown): string {
  let detail = errorMessage(error)
    .replace(/(Please t|T)ry again\.$/, "")
    .trim();
  while (detail.endsWith(".")) detail = detail.slice(0, -1).trimEnd();
  return `${failed}${detail && `: ${detail}`}. Please try again.`;
}

/** A response with a success status but without the expected content. Its message is meant for people. */
export class IncompleteAnswerError extends Error {}

/** The text of a form's red alert (spec section 8): the server's own, `failed` if it has none, `unanswered` without a response. */
export function formErrorText(error: unknown, failed: string, unanswered = `${failed}. Please try again.`): string {
  if (error instanceof ApiError) return error.serverText || failed;
  return error instanceof IncompleteAnswerError ? error.message : unanswered;
}
