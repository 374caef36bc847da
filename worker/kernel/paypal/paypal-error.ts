import { AppError } from "../errors.ts";

const AWAY = "PayPal does not answer at the moment. Nothing was lost; please try again in a few minutes.";
const REFUSED = "PayPal did not accept this. Please try again, or write to us if it happens again.";

type Details = { operation: string; status: number | null; issue: string | null; debugId: string | null };

/** Whether a failure may pass by itself, so that a retry makes sense. */
export function isPassing(error: unknown): boolean {
  if (error instanceof PayPalError) return error.isAway;
  return error instanceof AppError && error.code === "unavailable";
}

/** A call that PayPal did not do: `isAway` when it may do so later, unlike one that it has refused. The message is for people. */
export class PayPalError extends AppError {
  readonly isAway: boolean;
  /** PayPal's own name of the trouble, such as `SUBSCRIPTION_STATUS_INVALID`. */
  readonly issue: string | null;
  readonly status: number | null;

  constructor(isAway: boolean, { operation, status, issue, debugId }: Details) {
    const what = `${operation}: ${status ?? "no answer"} ${issue ?? ""} ${debugId ?? ""}`.trim();
    super("unavailable", isAway ? AWAY : REFUSED, { cause: what });
    this.isAway = isAway;
    this.issue = issue;
    this.status = status;
  }
}
