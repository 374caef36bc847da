import * as z from "zod";
import type { Ctx } from "../../kernel/context.ts";
import { invalid } from "../../kernel/errors.ts";
import { noteDispute } from "../disputes/note-dispute.ts";
import { applyGiftOrder } from "../gifts/pay-gift.ts";
import { applyGiftPayment } from "../gifts/refund-gift.ts";
import { selectPayment, setReversed } from "../payments.queries.ts";
import { recordFoundRefund, recordLoss, setRefunded } from "../refund/refunds.queries.ts";
import { applySubscription, cancelLeftBehind } from "../subscriptions/apply-subscription.ts";
import { requirePayPal } from "../subscriptions/store-reading.ts";

const text = z.string().min(1);
/** What has another shape than we know counts as not there: the event is kept all the same, and a reading follows from it. */
const known = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);
const word = known(text);
const amount = z.object({ total: word, value: word, currency: word });

/** A webhook of PayPal's as far as we look at it. What it says of amounts and states is not believed but read again there. */
const webhookEvent = z.object({
  id: text.max(100),
  event_type: text.max(100),
  create_time: word,
  resource: known(
    z.object({
      id: word,
      billing_agreement_id: word,
      sale_id: word,
      amount: known(amount),
      total_refunded_amount: known(amount),
      dispute_id: word,
      supplementary_data: known(z.object({ related_ids: known(z.object({ order_id: word })) })),
      links: known(z.array(z.object({ rel: z.string().catch(""), href: z.string().catch("") }))),
      disputed_transactions: known(z.array(z.object({ seller_transaction_id: word }))),
    }),
  ),
});
export type WebhookEvent = z.infer<typeof webhookEvent>;

/** The event of a body. @throws AppError `validation` */
export function parseEvent(body: string): WebhookEvent {
  try {
    const parsed = webhookEvent.safeParse(JSON.parse(body));
    if (parsed.success) return parsed.data;
  } catch {
    // Not JSON at all.
  }
  throw invalid("This is no event of PayPal's");
}

/** PayPal's word of today and its old one. */
const isDispute = (type: string) => type.startsWith("CUSTOMER.DISPUTE.") || type.startsWith("RISK.DISPUTE.");

/** What an event is about: a subscription, a payment, an order. */
export function subjectOf({ event_type: type, resource }: WebhookEvent): string | null {
  if (type.startsWith("PAYMENT.SALE.")) return resource?.billing_agreement_id ?? resource?.sale_id ?? null;
  if (isDispute(type))
    return resource?.disputed_transactions?.[0]?.seller_transaction_id ?? resource?.dispute_id ?? null;
  return resource?.id ?? null;
}

function centsOf({ total, value }: z.infer<typeof amount>): number {
  const cents = Math.round(Math.abs(Number(total ?? value)) * 100);
  return Number.isSafeInteger(cents) ? cents : 0;
}

/** Does what follows from an event and says in a word what that was. Applied again it changes nothing. @throws PayPalError */
export async function applyEvent(ctx: Ctx, event: WebhookEvent): Promise<string> {
  const { event_type: type, resource } = event;
  if (isDispute(type)) return applyDispute(ctx, event);
  if (type.startsWith("BILLING.SUBSCRIPTION.")) return resource?.id ? apply(ctx, event, resource.id) : "nothing named";
  if (type === "PAYMENT.SALE.REFUNDED" || type === "PAYMENT.SALE.REVERSED") return applyLoss(ctx, event);
  if (type.startsWith("PAYMENT.SALE."))
    return resource?.billing_agreement_id ? apply(ctx, event, resource.billing_agreement_id) : "of no subscription";
  if (type.startsWith("CHECKOUT.ORDER.") || type.startsWith("PAYMENT.CAPTURE.")) return applyGift(ctx, event);
  return "unknown";
}

/** Orders and captures are of gifts; but what we send back of a subscription's payment PayPal may tell as a capture's, too. */
async function applyGift(ctx: Ctx, event: WebhookEvent): Promise<string> {
  const { event_type: type, resource } = event;
  if (type.startsWith("CHECKOUT.ORDER."))
    return (resource?.id && (await applyGiftOrder(ctx, resource.id))) || "unknown order";
  const isReversed = type === "PAYMENT.CAPTURE.REVERSED";
  if (isReversed || type === "PAYMENT.CAPTURE.REFUNDED") {
    // A refund's link upwards is its capture, a capture's its order.
    const up = resource?.links?.find(({ rel, href }) => rel === "up" && href.includes("/captures/"));
    const named = up?.href.split("/").at(-1) ?? resource?.id ?? "";
    const payment = (await selectPayment(ctx.db, named))[0] ?? (await paidBefore(ctx, event));
    const captureId = payment?.id ?? named;
    if (!payment && isReversed) return noteStrange(ctx, event);
    if (payment?.subscriptionId) return applyLossOf(ctx, event, payment.id, payment.subscriptionId);
    if (!isReversed && resource?.id !== captureId) await recordRefund(ctx, event, captureId);
    const loser = await applyGiftPayment(ctx, captureId, { isReversed });
    if (loser !== null) await cancelLeftBehind(ctx, loser);
    return "gift's payment read";
  }
  const orderId = resource?.supplementary_data?.related_ids?.order_id;
  return (orderId && (await applyGiftOrder(ctx, orderId))) || "unknown order";
}

async function apply(ctx: Ctx, event: WebhookEvent, subscriptionId: string): Promise<string> {
  const at = Date.parse(event.create_time ?? "");
  const heard = { type: event.event_type, at: Number.isNaN(at) ? ctx.now : at };
  const applied = await applySubscription(ctx, subscriptionId, { event: heard });
  return applied.state === "foreign" ? `refused: ${applied.why}` : applied.state;
}

async function recordRefund({ db, now }: Ctx, { resource }: WebhookEvent, paymentId: string): Promise<void> {
  if (!resource?.id || !resource.amount) return;
  const { id, amount: part, total_refunded_amount: all } = resource;
  const amountCents = centsOf(part);
  await db.batch([
    ...recordFoundRefund(db, { id, paymentId, amountCents, now }),
    setRefunded(db, paymentId, all ? centsOf(all) : 0),
  ]);
}

/** PayPal's lists know no partial amounts and no reversals, so these are taken from the event, which it has signed. */
async function applyLossOf(ctx: Ctx, event: WebhookEvent, paymentId: string, subscriptionId: string): Promise<string> {
  if (event.event_type.endsWith(".REVERSED"))
    await ctx.db.batch([
      ...recordLoss(ctx.db, paymentId, { isReversal: true, now: ctx.now }),
      setReversed(ctx.db, paymentId),
    ]);
  else await recordRefund(ctx, event, paymentId);
  return apply(ctx, event, subscriptionId);
}

/** The payment that a refund sent back, as PayPal says: in its published reversals nothing but the link to the refund leads there. */
async function paidBefore(ctx: Ctx, { resource }: WebhookEvent) {
  const self = resource?.links?.find(({ rel, href }) => rel === "self" && /\/refunds?\//.test(href));
  const paymentId = self && (await requirePayPal(ctx).readRefunded(self.href));
  return paymentId ? (await selectPayment(ctx.db, paymentId))[0] : undefined;
}

/** Money was taken back, and nothing says of which payment of ours. */
async function noteStrange(ctx: Ctx, { id, event_type: type, resource }: WebhookEvent): Promise<string> {
  await noteDispute(ctx, { type, disputeId: id, paymentId: resource?.id ?? "", payment: undefined });
  return "of no payment of ours";
}

async function applyLoss(ctx: Ctx, event: WebhookEvent): Promise<string> {
  const { resource } = event;
  const isReversed = event.event_type === "PAYMENT.SALE.REVERSED";
  const named = resource?.sale_id ?? (isReversed ? resource?.id : undefined) ?? "";
  const find = async () => (await selectPayment(ctx.db, named))[0];
  let payment = await find();
  if (!payment && resource?.billing_agreement_id) {
    await apply(ctx, event, resource.billing_agreement_id);
    payment = await find();
  }
  payment ??= await paidBefore(ctx, event);
  if (payment?.subscriptionId) return applyLossOf(ctx, event, payment.id, payment.subscriptionId);
  return isReversed ? noteStrange(ctx, event) : "of no payment of ours";
}

async function applyDispute(ctx: Ctx, { event_type: type, resource }: WebhookEvent): Promise<string> {
  const paymentId = resource?.disputed_transactions?.[0]?.seller_transaction_id ?? "";
  const [payment] = await selectPayment(ctx.db, paymentId);
  const disputeId = resource?.dispute_id ?? resource?.id ?? null;
  let outcome = "dispute";
  try {
    await noteDispute(ctx, { type, disputeId, paymentId, payment });
  } finally {
    // Also when the operator could not be told: the event stays open for that.
    if (payment?.subscriptionId) outcome += `; ${await applyKnown(ctx, payment.subscriptionId)}`;
  }
  return outcome;
}

async function applyKnown(ctx: Ctx, subscriptionId: string): Promise<string> {
  return (await applySubscription(ctx, subscriptionId)).state;
}
