import * as z from "zod";
import type { Ctx } from "../../kernel/context.ts";
import { invalid } from "../../kernel/errors.ts";
import { noteDispute } from "../disputes/note-dispute.ts";
import { syncGiftOrder } from "../gifts/pay-gift.ts";
import { syncGiftPayment } from "../gifts/refund-gift.ts";
import { type Payment, selectPayment, setPaymentState } from "../payments.queries.ts";
import { recordLoss } from "../refund/refunds.queries.ts";
import { known, recordReported, reportedRefund, text, word } from "../refund/reported-refunds.ts";
import { requirePayPal } from "../subscriptions/store-reading.ts";
import { cancelLeftBehind, syncSubscription } from "../subscriptions/sync-subscription.ts";

/** The part of PayPal's webhook that we read. Amounts and states in it aren't trusted but read again at PayPal. */
const webhookEvent = z.object({
  id: text.max(100),
  event_type: text.max(100),
  create_time: word,
  resource: known(
    reportedRefund.extend({
      billing_agreement_id: word,
      dispute_id: word,
      supplementary_data: known(z.object({ related_ids: known(z.object({ order_id: word })) })),
      links: known(z.array(z.object({ rel: z.string().catch(""), href: z.string().catch("") }))),
      disputed_transactions: known(z.array(z.object({ seller_transaction_id: word }))),
    }),
  ),
});
export type WebhookEvent = z.infer<typeof webhookEvent>;
type Resource = NonNullable<WebhookEvent["resource"]>;

export function parseEvent(body: string): WebhookEvent {
  try {
    const parsed = webhookEvent.safeParse(JSON.parse(body));
    if (parsed.success) return parsed.data;
  } catch {
    // Not JSON.
  }
  throw invalid("This isn't a PayPal event");
}

/** What an event is about: the ID of a subscription, payment, order, or dispute. */
export function subjectOf({ event_type: type, resource = {} }: WebhookEvent): string | null {
  if (type.startsWith("PAYMENT.SALE.")) return resource.billing_agreement_id ?? resource.sale_id ?? null;
  if (type.includes(".DISPUTE.")) return resource.dispute_id ?? disputedPayment(resource) ?? null;
  return resource.id ?? null;
}

type Synced = Awaited<ReturnType<typeof syncSubscription>>["state"] | Awaited<ReturnType<typeof syncGiftOrder>>;
export type Outcome =
  | NonNullable<Synced>
  | `refused: ${string}`
  | "gift's payment read"
  | "dispute"
  | `dispute; ${string}`
  // phrase: stored
  | "of no payment of ours"
  | "of no subscription"
  | "unknown order"
  | "unknown";
type Check = (ctx: Ctx, event: WebhookEvent, id: string) => Promise<Outcome>;

const orderOf = ({ supplementary_data: data }: Resource) => data?.related_ids?.order_id;
const disputedPayment = ({ disputed_transactions: [first] = [] }: Resource) => first?.seller_transaction_id;
const itself = ({ id }: Resource) => id;
const agreement = ({ billing_agreement_id: id }: Resource) => id;

/** What to check again: the first row whose type begins the event's type, and where its resource has the ID. */
const CHECKS: [type: string, idOf: (resource: Resource) => string | undefined, check: Check][] = [
  ["BILLING.SUBSCRIPTION.", itself, checkSubscription],
  ["PAYMENT.SALE.REFUNDED", ({ sale_id }) => sale_id, checkLoss],
  ["PAYMENT.SALE.REVERSED", ({ sale_id, id }) => sale_id ?? id, checkLoss],
  ["PAYMENT.SALE.", agreement, checkSubscription],
  ["PAYMENT.CAPTURE.REFUNDED", captureOf, checkCapture],
  ["PAYMENT.CAPTURE.REVERSED", captureOf, checkCapture],
  ["PAYMENT.CAPTURE.", orderOf, checkOrder],
  ["CHECKOUT.ORDER.", itself, checkOrder],
  ["CUSTOMER.DISPUTE.", disputedPayment, checkDispute],
  // PayPal's former name for it.
  ["RISK.DISPUTE.", disputedPayment, checkDispute],
];

/** Checks again what an event is about and returns the outcome. A repeat changes nothing. @throws PayPalError */
export async function syncEvent(ctx: Ctx, event: WebhookEvent): Promise<Outcome> {
  const [, idOf, check] = CHECKS.find(([type]) => event.event_type.startsWith(type)) ?? [];
  return idOf && check ? check(ctx, event, (event.resource && idOf(event.resource)) ?? "") : "unknown";
}

const isReversal = ({ event_type: type }: WebhookEvent) => type.endsWith(".REVERSED");

async function checkSubscription(ctx: Ctx, event: WebhookEvent, id: string): Promise<Outcome> {
  if (id === "") return "of no subscription";
  const at = Date.parse(event.create_time ?? "");
  const received = { type: event.event_type, at: Number.isNaN(at) ? ctx.now : at };
  const synced = await syncSubscription(ctx, id, { event: received });
  return synced.state === "foreign" ? `refused: ${synced.why}` : synced.state;
}

async function checkOrder(ctx: Ctx, _event: WebhookEvent, id: string): Promise<Outcome> {
  return (id !== "" && (await syncGiftOrder(ctx, id))) || "unknown order";
}

async function checkLoss(ctx: Ctx, event: WebhookEvent, id: string): Promise<Outcome> {
  const find = async () => (await selectPayment(ctx.db, id))[0];
  let payment = await find();
  const subscriptionId = event.resource?.billing_agreement_id;
  if (!payment && subscriptionId) {
    await checkSubscription(ctx, event, subscriptionId);
    payment = await find();
  }
  payment ??= await paidBefore(ctx, event);
  if (payment?.subscriptionId) return bookLoss(ctx, event, payment.id, payment.subscriptionId);
  // phrase: stored
  return isReversal(event) ? noteStrange(ctx, event) : "of no payment of ours";
}

/** A refund's "up" link leads to its capture, a capture's to its order. */
function captureOf({ links, id }: Resource): string | undefined {
  const up = links?.find(({ rel, href }) => rel === "up" && href.includes("/captures/"));
  return up?.href.split("/").at(-1) ?? id;
}

/** Captures belong to gifts, but PayPal may also report a refund of a subscription's payment as a capture's. */
async function checkCapture(ctx: Ctx, event: WebhookEvent, id: string): Promise<Outcome> {
  const payment = (await selectPayment(ctx.db, id))[0] ?? (await paidBefore(ctx, event));
  const isReversed = isReversal(event);
  if (!payment && isReversed) return noteStrange(ctx, event);
  if (payment?.subscriptionId) return bookLoss(ctx, event, payment.id, payment.subscriptionId);
  const captureId = payment?.id ?? id;
  if (!isReversed && event.resource?.id !== captureId) await recordReported(ctx, event.resource, captureId);
  const loser = await syncGiftPayment(ctx, captureId, isReversed);
  if (loser !== null) await cancelLeftBehind(ctx, loser);
  return "gift's payment read";
}

async function checkDispute(ctx: Ctx, { event_type: type, resource }: WebhookEvent, paymentId: string) {
  const ids = resource?.disputed_transactions?.flatMap(({ seller_transaction_id: id }) => id ?? []) ?? [];
  const payments = (await Promise.all(ids.map((id) => selectPayment(ctx.db, id)))).flat();
  const disputeId = resource?.dispute_id ?? resource?.id ?? null;
  let outcome: Outcome = "dispute";
  try {
    await noteDispute(ctx, { type, disputeId, paymentId, payments });
  } finally {
    // Even if the operator couldn't be alerted. The event stays open for that.
    for (const id of new Set(payments.map(({ subscriptionId }) => subscriptionId)))
      if (id) outcome = `${outcome}; ${(await syncSubscription(ctx, id)).state}`;
  }
  return outcome;
}

/** PayPal's lists have no partial amounts and no reversals, so these come from the event, which PayPal signed. */
async function bookLoss(ctx: Ctx, event: WebhookEvent, paymentId: string, subscriptionId: string): Promise<Outcome> {
  if (isReversal(event))
    await ctx.db.batch([
      ...recordLoss(ctx.db, paymentId, { isReversal: true, now: ctx.now }),
      setPaymentState(ctx.db, paymentId, { state: "reversed" }),
    ]);
  else await recordReported(ctx, event.resource, paymentId);
  return checkSubscription(ctx, event, subscriptionId);
}

/** The payment that a refund sent back. In PayPal's published reversals, only the link to the refund leads there. */
async function paidBefore(ctx: Ctx, { resource }: WebhookEvent): Promise<Payment | undefined> {
  const self = resource?.links?.find(({ rel, href }) => rel === "self" && /\/refunds?\//.test(href));
  const paymentId = self && (await requirePayPal(ctx).readRefunded(self.href));
  return paymentId ? (await selectPayment(ctx.db, paymentId))[0] : undefined;
}

/** Money was taken back, and nothing says from which of our payments. */
async function noteStrange(ctx: Ctx, { id, event_type: type, resource }: WebhookEvent): Promise<Outcome> {
  await noteDispute(ctx, { type, disputeId: id, paymentId: resource?.id ?? "", payments: [] });
  // phrase: stored
  return "of no payment of ours";
}
