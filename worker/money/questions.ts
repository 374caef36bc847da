import { retryAt } from "#domain/rules/next-check.ts";
import type { Ctx } from "../kernel/context.ts";
import { conflict } from "../kernel/errors.ts";
import { errorFields, log } from "../kernel/log.ts";
import type { AskInTurn } from "../kernel/paypal/ask-in-turn.ts";
import { isPassing } from "../kernel/paypal/paypal-error.ts";
import {
  type Answer,
  type Asked,
  type Kind,
  type Open,
  selectOpen,
  setAnswer,
  setNextCheck,
  takeQuestion,
} from "./questions.queries.ts";

/** Hourly limits for first and repeated questions, per kind (checkout or gift order). One network may start 120 an hour. */
const PER_HOUR = { first: 150, again: 50 };
const NOT_READ = { checkout: "checkout_not_read", gift: "gift_order_not_read" } as const;

export const notAsOrdered = () =>
  conflict("PayPal's record of this payment doesn't match what was ordered. Write to us and we'll sort it out.");

type Asking<Said> = { sync: () => Promise<Said | null>; readLast: () => Promise<Said | null> };

/**
 * PayPal's answer to a buyer's page, null once it's paid. PayPal is asked once per interval; other callers get the last answer.
 * While PayPal is away it's "confirming", since the webhook and the hourly cron ask too.
 */
export async function askOnce<Said extends Answer>(
  ctx: Ctx,
  asked: Asked,
  { sync, readLast }: Asking<Said>,
): Promise<Said | "confirming" | null> {
  const [taken] = await takeQuestion(ctx.db, asked, ctx.now);
  if (!taken) return readLast();
  const said = await sync().catch((error: unknown) => {
    if (isPassing(error)) return "confirming" as const;
    throw error;
  });
  if (said !== null) await setAnswer(ctx.db, asked, said);
  return said;
}

/** Checks in turn what buyers began and PayPal sent no event for. Failed checks are postponed and don't stop the others. */
export async function checkOpen(
  ctx: Ctx,
  askInTurn: AskInTurn,
  { of, ask, ...filter }: { of: Kind; before?: number; ask: (open: Open) => Promise<void> },
): Promise<void> {
  await askInTurn(await selectOpen(ctx.db, of, { now: ctx.now, ...filter, ...PER_HOUR }), {
    idOf: ({ providerId }) => providerId,
    ask,
    putOff: ({ id, providerId, createdAt }, error) => {
      log("error", NOT_READ[of], { [`${of}Id`]: id, providerId, ...errorFields(error) });
      return setNextCheck(ctx.db, { of, id }, retryAt(createdAt, ctx.now));
    },
  });
}
