import type { Ctx } from "../../kernel/context.ts";
import { errorFields, log } from "../../kernel/log.ts";
import type { AskInTurn } from "../../kernel/paypal/ask-in-turn.ts";
import { PayPalError } from "../../kernel/paypal/paypal-error.ts";
import { setFee, setFeeAsked } from "../payments.queries.ts";
import { putDispute, selectUnfinished } from "./unfinished.queries.ts";

const OF_A_KIND_PER_HOUR = 20;

/** Stores what PayPal says of a dispute; nothing is stored before it does. @throws PayPalError */
export async function readDispute({ db, paypal }: Ctx, id: string): Promise<void> {
  const read = await paypal?.readDispute(id).catch((error: unknown) => {
    // PayPal lets not every app read disputes. The alarm doesn't need it.
    if (error instanceof PayPalError && error.status === 403) return null;
    throw error;
  });
  if (read) await putDispute(db, read);
}

async function readFee({ db, paypal, now }: Ctx, id: string): Promise<void> {
  // First, so one that fails waits behind the others.
  await setFeeAsked(db, id, now);
  const fee = (await paypal?.readCapture(id))?.seller_receivable_breakdown?.paypal_fee;
  if (fee) await setFee(db, id, Math.abs(fee.cents));
}

/** Asks PayPal for what it hadn't said: how open disputes ended, and fees. What fails has its turn again. */
export async function readUnfinished(ctx: Ctx, askInTurn: AskInTurn): Promise<void> {
  await askInTurn(await selectUnfinished(ctx.db, ctx.now, OF_A_KIND_PER_HOUR), {
    idOf: ({ id }) => id,
    ask: ({ of, id }) => (of === "fee" ? readFee(ctx, id) : readDispute(ctx, id)),
    putOff: async ({ of, id }, error) => log("warn", "unfinished_not_read", { of, id, ...errorFields(error) }),
  });
}
