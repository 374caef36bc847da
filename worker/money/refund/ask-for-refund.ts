import type { Ctx } from "../../kernel/context.ts";
import { conflict } from "../../kernel/errors.ts";
import { PayPalError } from "../../kernel/paypal/paypal-error.ts";
import { requirePayPal } from "../subscriptions/store-reading.ts";
import { failRefund, finishRefund, type insertAskedRefund, setRefunded } from "./refunds.queries.ts";

const notSentBack = (status: string) =>
  `PayPal did not send it back (${status}): nothing is refunded. The subscription is cancelled. Close this and try again, or refund it at PayPal.`;

/**
 * Sends back what PayPal still holds of a payment, once for the refund's id, which stands in the database already.
 * @throws AppError `conflict` where PayPal refuses, `unavailable`
 */
export async function askForRefund(
  ctx: Ctx,
  { id, paymentId, amountCents }: Pick<Parameters<typeof insertAskedRefund>[1], "id" | "paymentId" | "amountCents">,
): Promise<number> {
  try {
    const refund = await requirePayPal(ctx).refund(paymentId, { requestId: id, note: "" });
    if (!refund) throw conflict("PayPal does not know this payment.");
    // One that is pending is on its way; any other word means that nothing was sent back.
    if (refund.status !== "COMPLETED" && refund.status !== "PENDING") throw conflict(notSentBack(refund.status));
    const cents = Math.abs(refund.amount?.cents ?? amountCents);
    await ctx.db.batch([
      ...finishRefund(ctx.db, id, { providerId: refund.id, amountCents: cents, now: ctx.now }),
      // PayPal's list may not show it yet.
      setRefunded(ctx.db, paymentId, cents),
    ]);
    return cents;
  } catch (error) {
    await failRefund(ctx.db, id, error instanceof Error ? error.message : String(error));
    if (error instanceof PayPalError && !error.isAway)
      throw conflict(`PayPal refuses to send it back (${error.issue ?? "no reason given"}).`);
    throw error;
  }
}
