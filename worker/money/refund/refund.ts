import type { Statement } from "../../kernel/batch-of.ts";
import type { Ctx } from "../../kernel/context.ts";
import { isRefusal, PayPalError } from "../../kernel/paypal/paypal-error.ts";
import { setRefunded } from "../payments.queries.ts";
import { requirePayPal } from "../subscriptions/store-reading.ts";
import { type AskedRefund, failRefund, finishRefund } from "./refunds.queries.ts";

type Following = {
  /** Runs right after the statement that settles the refund. */
  settled?: (cents: number) => Statement[];
  /** Undoes what was done before a refund that PayPal refuses. */
  refused?: Statement[];
  /** Whether a payment that was refunded before counts as refunded rather than refused. */
  mayBeBack?: boolean;
};
type Asked = Pick<AskedRefund, "id" | "paymentId" | "amountCents"> & {
  /** The currency of a part. Without it, all that's left is refunded. */
  partIn?: string | undefined;
};

/** PayPal's refund; null if the money went back before. @throws PayPalError also for a status that sends nothing back */
async function callPayPal(ctx: Ctx, { id, paymentId, amountCents, partIn }: Asked, mayBeBack: boolean) {
  try {
    const part = partIn === undefined ? undefined : { cents: amountCents, currency: partIn };
    const made = await requirePayPal(ctx).refund(paymentId, id, part);
    // A pending refund is on its way.
    if (made?.status === "COMPLETED" || made?.status === "PENDING") return made;
    throw new PayPalError(false, { operation: "refund", issue: made?.status ?? "UNKNOWN" });
  } catch (error) {
    if (mayBeBack && error instanceof PayPalError && error.issue === "CAPTURE_FULLY_REFUNDED") return null;
    throw error;
  }
}

/**
 * Refunds a part of a payment or all that's left of it, once per refund ID, which must already be stored. After an unclear response,
 * the same refund can be requested again. @throws PayPalError
 */
export async function refund(
  ctx: Ctx,
  asked: Asked,
  { settled = () => [], refused = [], mayBeBack = false }: Following = {},
): Promise<number> {
  try {
    const made = await callPayPal(ctx, asked, mayBeBack);
    const cents = Math.abs(made?.amount?.cents ?? asked.amountCents);
    await ctx.db.batch([
      ...finishRefund(ctx.db, asked.id, { providerId: made?.id ?? null, amountCents: cents, now: ctx.now }),
      ...settled(cents),
      // PayPal's list may not show it yet.
      setRefunded(ctx.db, asked.paymentId, cents),
    ]);
    return cents;
  } catch (error) {
    if (isRefusal(error)) await ctx.db.batch([failRefund(ctx.db, asked.id, String(error.cause)), ...refused]);
    throw error;
  }
}
