import type { Ctx } from "../../kernel/context.ts";
import { isRefusal, PayPalError } from "../../kernel/paypal/paypal-error.ts";
import { setRefunded } from "../payments.queries.ts";
import { requirePayPal } from "../subscriptions/store-reading.ts";
import { type AskedRefund, failRefund, finishRefund } from "./refunds.queries.ts";

type Statement = Parameters<Ctx["db"]["batch"]>[0][number];
type Following = {
  /** Stands directly behind the statement that settles the refund. */
  settled?: (cents: number) => Statement[];
  /** Undoes what was done ahead of a refund that PayPal refuses. */
  refused?: Statement[];
  /** Whether a payment whose money went back before counts as sent back, and not as refused. */
  mayBeBack?: boolean;
};

/** PayPal's refund; null where it says that the money went back before. @throws PayPalError also for a word that sends nothing back */
async function callPayPal(ctx: Ctx, { id, paymentId }: Pick<AskedRefund, "id" | "paymentId">, mayBeBack: boolean) {
  try {
    const made = await requirePayPal(ctx).refund(paymentId, id);
    // One that is pending is on its way.
    if (made?.status === "COMPLETED" || made?.status === "PENDING") return made;
    throw new PayPalError(false, { operation: "refund", issue: made?.status ?? "UNKNOWN" });
  } catch (error) {
    if (mayBeBack && error instanceof PayPalError && error.issue === "CAPTURE_FULLY_REFUNDED") return null;
    throw error;
  }
}

/**
 * Sends back what PayPal still holds of a payment, once for the refund's id, which stands in the database already: asked for, called
 * for, and settled with what follows from it. Unless PayPal has refused, it may have done it, and the same refund can be asked for again.
 * @throws PayPalError
 */
export async function refund(
  ctx: Ctx,
  asked: Pick<AskedRefund, "id" | "paymentId" | "amountCents">,
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
    const noted =
      error instanceof PayPalError ? String(error.cause) : error instanceof Error ? error.message : "unknown";
    await ctx.db.batch([failRefund(ctx.db, asked.id, noted), ...(isRefusal(error) ? refused : [])]);
    throw error;
  }
}
