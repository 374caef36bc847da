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

/** After this many unanswered rows in a row, PayPal counts as down and more calls would be wasted. */
const UNANSWERED_IN_A_ROW = 3;
/** Each unanswered row may use every retry of a call; more than this would hold up the hour's other work. */
const UNANSWERED_IN_ALL = 10;

type Asking<Row> = {
  idOf: (row: Row) => string;
  ask: (row: Row) => Promise<unknown>;
  /** Schedules the next attempt, so a row that PayPal doesn't answer can't block the others forever. */
  putOff: (row: Row, error: unknown) => Promise<unknown>;
};

/** Creates one hourly run, shared by several lists. A failing row is put off, and an ID without an answer isn't asked about again. */
export function createTurn() {
  const unanswered = new Map<string, PayPalError>();
  let inARow = 0;

  /** Rows that are left over wait for the next hour. @throws PayPalError if PayPal is down */
  return async function askInTurn<Row>(rows: Row[], { idOf, ask, putOff }: Asking<Row>): Promise<void> {
    for (const row of rows) {
      const earlier = unanswered.get(idOf(row));
      if (earlier) {
        await putOff(row, earlier);
        continue;
      }
      try {
        await ask(row);
        inARow = 0;
      } catch (error) {
        await putOff(row, error);
        const isUnanswered = error instanceof PayPalError && error.isAway;
        inARow = isUnanswered ? inARow + 1 : 0;
        if (!isUnanswered) continue;
        unanswered.set(idOf(row), error);
        if (inARow >= UNANSWERED_IN_A_ROW || unanswered.size >= UNANSWERED_IN_ALL) throw error;
      }
    }
  };
}
export type AskInTurn = ReturnType<typeof createTurn>;
