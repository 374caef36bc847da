import { PayPalError } from "./paypal-error.ts";

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
