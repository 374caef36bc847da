import * as z from "zod";
import { DAY_MS } from "#domain/durations.ts";
import type { Ctx } from "../../kernel/context.ts";
import type { PayPalTransaction } from "../../kernel/paypal/paypal-answers.ts";
import { PayPalError } from "../../kernel/paypal/paypal-error.ts";
import { setRefunded } from "../payments.queries.ts";
import { recordFoundRefund } from "./refunds.queries.ts";

export const text = z.string().min(1);
/** Treats a value of an unknown shape as missing: the event is kept, and PayPal is read anyway. */
export const known = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);
export const word = known(text);
const amount = z.object({ total: word, value: word, currency: word });

/** A refund as PayPal's events report it. */
export const reportedRefund = z.object({
  id: word,
  sale_id: word,
  amount: known(amount),
  total_refunded_amount: known(amount),
});
type ReportedRefund = z.infer<typeof reportedRefund>;

/** PayPal keeps its events for 30 days. */
const EVENTS_KEPT_MS = 30 * DAY_MS;
const event = z.object({ resource: reportedRefund });

function centsOf({ total, value }: z.infer<typeof amount>): number {
  const cents = Math.round(Math.abs(Number(total ?? value)) * 100);
  return Number.isSafeInteger(cents) ? cents : 0;
}

/** Records a refund that an event reports, once. Returns whether it was new. */
export async function recordReported({ db, now }: Ctx, refund: ReportedRefund | undefined, paymentId: string) {
  if (!refund?.id || !refund.amount) return false;
  const { id, amount: part, total_refunded_amount: all } = refund;
  const [matched, found] = await db.batch([
    ...recordFoundRefund(db, { id, paymentId, amountCents: centsOf(part), now }),
    setRefunded(db, paymentId, all ? centsOf(all) : 0),
  ]);
  return matched.meta.changes + found.meta.changes > 0;
}

/**
 * Looks for partial refunds that no webhook reported: PayPal's list says that there are some, its events say how much. Returns whether
 * any was new. If PayPal doesn't respond, the next reading looks again.
 */
export async function findPartialRefunds(ctx: Ctx, list: PayPalTransaction[]): Promise<boolean> {
  const partly = new Set(list.filter(({ status }) => status === "PARTIALLY_REFUNDED").map(({ id }) => id));
  if (partly.size === 0 || !ctx.paypal) return false;
  const until = Math.max(ctx.now, ...list.map(({ time }) => time)) + DAY_MS;
  let isNews = false;
  try {
    for (const one of await ctx.paypal.listRefundEvents(until - EVENTS_KEPT_MS, until)) {
      const { resource: refund } = event.safeParse(one).data ?? {};
      if (refund?.sale_id && partly.has(refund.sale_id))
        isNews = (await recordReported(ctx, refund, refund.sale_id)) || isNews;
    }
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error;
  }
  return isNews;
}
