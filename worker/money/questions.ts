import { retryAt } from "#domain/rules/next-look.ts";
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
  setNextLook,
  takeQuestion,
} from "./questions.queries.ts";

/** Of each list; one network may begin 120 an hour. */
const NEW_PER_HOUR = 150;
const AGAIN_PER_HOUR = 50;
const NOT_READ = { checkout: "checkout_not_read", gift: "gift_order_not_read" } as const;

export const notAsOrdered = () =>
  conflict("What PayPal says of this payment does not fit what was ordered. Please write to us: nothing is lost.");

type Asking<Said> = { sync: () => Promise<Said | null>; readLast: () => Promise<Said | null> };

/**
 * What PayPal says of what a buyer's page asks about, null once that is done. PayPal is asked once in a while for all who ask; the
 * others get the last answer, read anew. Nobody is locked out while PayPal is away: the webhook and the hourly cron ask, too.
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

/** Looks in turn at what buyers began and nobody told us of. What cannot be read is put off and holds nothing up. */
export async function lookAtOpen(
  ctx: Ctx,
  askInTurn: AskInTurn,
  { of, ask, ...begun }: { of: Kind; before?: number; ask: (open: Open) => Promise<void> },
): Promise<void> {
  await askInTurn(
    await selectOpen(ctx.db, of, { now: ctx.now, ...begun, first: NEW_PER_HOUR, again: AGAIN_PER_HOUR }),
    {
      idOf: ({ providerId }) => providerId,
      ask,
      putOff: ({ id, providerId, createdAt }, error) => {
        log("error", NOT_READ[of], { [`${of}Id`]: id, providerId, ...errorFields(error) });
        return setNextLook(ctx.db, { of, id }, retryAt(createdAt, ctx.now));
      },
    },
  );
}
