import { AppError } from "../errors.ts";

const AWAY = "PayPal isn't responding right now. Nothing was lost. Try again in a few minutes.";
const REFUSED = "PayPal didn't accept this. Try again, or write to us if it keeps happening.";

type Details = { operation: string; status?: number | null; issue?: string | null; debugId?: string | null };

/** A failed PayPal call. `isAway` means that a retry may work; otherwise PayPal refused. The message is safe to show people. */
export class PayPalError extends AppError {
  readonly isAway: boolean;
  /** PayPal's own error name, such as `SUBSCRIPTION_STATUS_INVALID`. */
  readonly issue: string | null;
  readonly status: number | null;

  constructor(isAway: boolean, { operation, status = null, issue = null, debugId = null }: Details) {
    const what = `${operation}: ${status ?? "no answer"} ${issue ?? ""} ${debugId ?? ""}`.trim();
    super("unavailable", isAway ? AWAY : REFUSED, { cause: what });
    this.isAway = isAway;
    this.issue = issue;
    this.status = status;
  }
}

export function isRefusal(error: unknown): error is PayPalError {
  return error instanceof PayPalError && !error.isAway;
}

export function isPassing(error: unknown): boolean {
  return error instanceof AppError && error.code === "unavailable" && !isRefusal(error);
}
