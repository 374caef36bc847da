import { PayPalError } from "./paypal-error.ts";

/** So many different things in a row without an answer, and it is PayPal that is away: asking on would only cost calls. */
const UNANSWERED_IN_A_ROW = 3;
/** Each may take all the tries of a call: with more of them the hour's other work would wait. */
const UNANSWERED_IN_ALL = 10;

type Asking<Row> = {
  /** PayPal's id of what is asked about. */
  idOf: (row: Row) => string;
  ask: (row: Row) => Promise<unknown>;
  /** Says when it is asked about again: what PayPal does not tell now must not stand before the others for ever. */
  putOff: (row: Row, error: unknown) => Promise<unknown>;
};

/**
 * One turn of the hourly cron at PayPal, for one list after another. What fails is put off and the rest goes on, and what got no
 * answer is not asked about twice.
 */
export function createTurn() {
  const unanswered = new Map<string, PayPalError>();
  let inARow = 0;

  /** @throws PayPalError when PayPal is away; what was not asked about is the next hour's */
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
