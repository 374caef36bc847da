import type { Ctx } from "../../kernel/context.ts";
import { isRefusal, PayPalError } from "../../kernel/paypal/paypal-error.ts";
import { setRefunded } from "../payments.queries.ts";
import { requirePayPal } from "../subscriptions/store-reading.ts";
import { type AskedRefund, failRefund, finishRefund } from "./refunds.queries.ts";

type Statement = Parameters<Ctx["db"]["batch"]>[0][number];
type Following = {
  /** Runs right after the statement that settles the refund. */
  settled?: (cents: number) => Statement[];
  /** Undoes what was done before a refund that PayPal refuses. */
  refused?: Statement[];
  /** Whether a payment that was refunded before counts as refunded rather than refused. */
  mayBeBack?: boolean;
};

/** PayPal's refund; null if the money went back before. @throws PayPalError also for a status that sends nothing back */
async function callPayPal(ctx: Ctx, { id, paymentId }: Pick<AskedRefund, "id" | "paymentId">, mayBeBack: boolean) {
  try {
    const made = await requirePayPal(ctx).refund(paymentId, id);
    // A pending refund is on its way.
    if (made?.status === "COMPLETED" || made?.status === "PENDING") return made;
    throw new PayPalError(false, { operation: "refund", issue: made?.status ?? "UNKNOWN" });
  } catch (error) {
    if (mayBeBack && error instanceof PayPalError && error.issue === "CAPTURE_FULLY_REFUNDED") return null;
    throw error;
  }
}

/**
 * Sends back what PayPal still holds of a payment, once per refund ID, which must already be stored. After an unclear answer, the
 * same refund can be requested again. @throws PayPalError
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
