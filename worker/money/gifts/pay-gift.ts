import type { CaptureGiftResponse } from "#domain/contract/money/gifts.ts";
import { DAY_MS } from "#domain/durations.ts";
import { longDateIn } from "#domain/rules/local-time.ts";
import { nextCheckAt } from "#domain/rules/next-check.ts";
import { formatPrice, planName } from "#domain/rules/plans.ts";
import { auditChange, auditOnce } from "../../audit/audit.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import { notFound } from "../../kernel/errors.ts";
import { refuseLink } from "../../kernel/limits/attempt-limit.ts";
import { giftOrderKey, isGiftCaptureKey } from "../../kernel/links/gift-key.ts";
import { log } from "../../kernel/log.ts";
import { createTurn } from "../../kernel/paypal/ask-in-turn.ts";
import type { PayPalCapture, PayPalOrder } from "../../kernel/paypal/paypal-answers.ts";
import { PayPalError } from "../../kernel/paypal/paypal-error.ts";
import { sendTransactionalMail } from "../../mail/send-transactional-mails.ts";
import { queueMailOnce } from "../../mail/transactional-mail.ts";
import { insertPayment } from "../payments.queries.ts";
import { setNextCheck } from "../questions.queries.ts";
import { askOnce, checkOpen, notAsOrdered } from "../questions.ts";
import { deliverText, mailWords, planOf } from "./gift-words.ts";
import { type Gift, markPaid, selectGift, selectGiftByOrder, setPendingSince } from "./gifts.queries.ts";

/** `refused`: PayPal's order isn't the one we created. */
type State = CaptureGiftResponse["state"] | "refused";

/** Pending payments are checked daily. */
const PENDING_CHECK_MS = DAY_MS;

/** Captures an approved order. If another request was faster, the order shows it. */
async function takeMoney(ctx: Ctx, { id, orderId }: Gift): Promise<PayPalOrder | "declined" | null> {
  if (!ctx.paypal || orderId === null) return null;
  try {
    await ctx.paypal.captureOrder(orderId, `gift-${id}`);
    // A capture's answer says less of its order than the order itself.
    return await ctx.paypal.readOrder(orderId);
  } catch (error) {
    if (!(error instanceof PayPalError) || error.isAway) throw error;
    if (error.issue === "ORDER_ALREADY_CAPTURED") return ctx.paypal.readOrder(orderId);
    if (error.issue === "ORDER_NOT_APPROVED") return null;
    return "declined";
  }
}

/** Whether PayPal's order is the one we created. A different one is audited and has no effect. */
async function isOurs(ctx: Ctx, gift: Gift, { customId, amount, captures }: PayPalOrder): Promise<boolean> {
  const isRight = (paid: { cents: number; currency: string } | null) =>
    paid?.cents === gift.priceCents && paid.currency === gift.currency;
  if (customId === gift.id && isRight(amount) && captures.every((capture) => isRight(capture.amount))) return true;
  const details = { orderId: gift.orderId, amount };
  const entry = { actor: "system", action: "gift.order-refused", subject: gift.id, details } as const;
  const [isNew] = await auditOnce(ctx, entry);
  if (isNew) log("error", "gift_order_refused", { giftId: gift.id, orderId: gift.orderId });
  return false;
}

/** Records the payment and queues the giver's receipt, once however often it's reported. */
async function recordPaid(ctx: Ctx, gift: Gift, capture: PayPalCapture): Promise<void> {
  const { amount, seller_receivable_breakdown: breakdown } = capture;
  const parameters = {
    ...mailWords(gift),
    recipientEmail: gift.recipientEmail,
    number: capture.id,
    taxText: null,
    dateText: longDateIn(gift.timezone, ctx.now),
    planText: planName(planOf(gift)),
    deliverText: deliverText({ ...gift, paidAt: ctx.now }),
    amountText: formatPrice(amount.cents),
  };
  const giver = { id: `gift-receipt:${gift.id}`, memberId: null, to: gift.giverEmail };
  const receipt = queueMailOnce(ctx, { kind: "gift-receipt", ...giver, parameters });
  const payment = {
    id: capture.id,
    giftId: gift.id,
    amountCents: amount.cents,
    currency: amount.currency,
    state: "completed",
    feeCents: breakdown?.paypal_fee?.cents ?? null,
    paidAt: capture.create_time ?? ctx.now,
    createdAt: ctx.now,
  } as const;
  const details = { paymentId: capture.id, cents: amount.cents };
  await ctx.db.batch([
    markPaid(ctx.db, gift.id, ctx.now),
    auditChange(ctx, { actor: "system", action: "gift.paid", subject: gift.id, details }),
    insertPayment(ctx.db, payment),
    receipt.insert,
  ]);
  ctx.defer(sendTransactionalMail(ctx, receipt));
}

/** Reads a gift's order at PayPal, captures it if approved, and records it if paid. Safe to repeat. @throws PayPalError */
async function syncGift(ctx: Ctx, gift: Gift): Promise<State> {
  if (gift.paidAt !== null) return "paid";
  if (!ctx.paypal || gift.orderId === null) return "confirming";
  let order = await ctx.paypal.readOrder(gift.orderId);
  if (order === null) return "declined";
  if (!(await isOurs(ctx, gift, order))) return "refused";
  if (order.status === "VOIDED") return "declined";
  if (order.status === "APPROVED") {
    const taken = await takeMoney(ctx, gift);
    if (taken === "declined") return "declined";
    if (taken === null) return "not_approved";
    order = taken;
    if (!(await isOurs(ctx, gift, order))) return "refused";
  }
  if (order.status !== "COMPLETED") return "not_approved";
  const capture = order.captures.find(({ status }) => status === "COMPLETED");
  if (!capture) {
    const isPending = order.captures.some(({ status }) => status === "PENDING");
    const pendingSince = isPending ? (gift.pendingSince ?? ctx.now) : null;
    if (pendingSince !== gift.pendingSince) await setPendingSince(ctx.db, gift.id, pendingSince);
    return isPending ? "confirming" : "declined";
  }
  await recordPaid(ctx, gift, capture);
  return "paid";
}

async function ask(ctx: Ctx, gift: Gift): Promise<State> {
  const sync = async () => {
    const state = await syncGift(ctx, gift);
    return state === "paid" ? null : state;
  };
  const readLast = async () => {
    const [now] = await selectGift(ctx.db, gift.id);
    return now?.paidAt == null ? (now?.answer ?? "confirming") : null;
  };
  return (await askOnce(ctx, { of: "gift", id: gift.id }, { sync, readLast })) ?? "paid";
}

/**
 * Polled by the browser that ordered, which proves itself by its capture key. The webhook and the hourly cron ask PayPal too.
 * @throws AppError `not_found` without that key, `conflict` for an order that isn't ours
 */
export async function captureGift(
  ctx: Ctx,
  { id, captureKey }: { id: string; captureKey: string | null },
): Promise<CaptureGiftResponse> {
  const isOrderer = captureKey !== null && isGiftCaptureKey(ctx.config, id, captureKey);
  const [gift] = isOrderer ? await selectGift(ctx.db, id) : [];
  if (!gift) return refuseLink(ctx, notFound("Gift"));
  const state = gift.paidAt === null ? await ask(ctx, gift) : "paid";
  if (state === "refused") throw notAsOrdered();
  if (state !== "paid") return { state, order: null, deliverText: null };
  // The bank may have taken so long that the gift is already sent: it's on its way then, not scheduled.
  const paid = { ...gift, paidAt: gift.paidAt ?? ctx.now, mailedAt: null };
  return { state, order: giftOrderKey(ctx.config, id), deliverText: deliverText(paid) };
}

/** Syncs the gift of an order with PayPal; null for an order that isn't ours. @throws PayPalError */
export async function syncGiftOrder(ctx: Ctx, orderId: string): Promise<State | null> {
  const [gift] = await selectGiftByOrder(ctx.db, orderId);
  return gift ? syncGift(ctx, gift) : null;
}

/** Asks PayPal about unpaid orders, since browser and webhook may have been lost: less often as they age, daily while pending. */
export async function settleOpenOrders(ctx: Ctx): Promise<void> {
  if (!ctx.paypal) return;
  await checkOpen(ctx, createTurn(), {
    of: "gift",
    ask: async ({ id, providerId, createdAt }) => {
      const state = await syncGiftOrder(ctx, providerId);
      if (state === "paid") return;
      const next = nextCheckAt(createdAt, ctx.now);
      const checkAt = state === "confirming" ? Math.min(next, ctx.now + PENDING_CHECK_MS) : next;
      await setNextCheck(ctx.db, { of: "gift", id }, checkAt);
    },
  });
}
