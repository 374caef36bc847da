import type { CaptureGiftResponse } from "#domain/contract/money/gifts.ts";
import { DAY_MS } from "#domain/durations.ts";
import { dateTextOf } from "#domain/rules/local-time.ts";
import { nextLookAt } from "#domain/rules/next-look.ts";
import { formatPrice } from "#domain/rules/plans.ts";
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
import { setNextLook } from "../questions.queries.ts";
import { askOnce, lookAtOpen, notAsOrdered } from "../questions.ts";
import { deliverText, mailWords, planName } from "./gift-words.ts";
import { type Gift, markPaid, selectGift, selectGiftByOrder, setPendingSince } from "./gifts.queries.ts";

/** `refused`: PayPal's order is not the one that we asked for. */
type State = CaptureGiftResponse["state"] | "refused";

/** Money that is on its way is asked for each day. */
const PENDING_LOOK_MS = DAY_MS;

/** Takes the money of an approved order. Somebody may have been faster: then the order says so itself. */
async function takeMoney(ctx: Ctx, { id, orderId }: Gift): Promise<PayPalOrder | "declined" | null> {
  if (!ctx.paypal || orderId === null) return null;
  try {
    await ctx.paypal.captureOrder(orderId, `gift-${id}`);
    // What a capture answers of its order is less than what the order says of itself.
    return await ctx.paypal.readOrder(orderId);
  } catch (error) {
    if (!(error instanceof PayPalError) || error.isAway) throw error;
    if (error.issue === "ORDER_ALREADY_CAPTURED") return ctx.paypal.readOrder(orderId);
    if (error.issue === "ORDER_NOT_APPROVED") return null;
    return "declined";
  }
}

/** Whether PayPal's order is the one that we asked for. What differs is noted, and nothing follows from it. */
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

/** Writes down that a gift is paid, with its payment and the giver's receipt: once, however often it is heard. */
async function recordPaid(ctx: Ctx, gift: Gift, capture: PayPalCapture): Promise<void> {
  const { amount, seller_receivable_breakdown: breakdown } = capture;
  const receipt = queueMailOnce(ctx, {
    id: `gift-receipt:${gift.id}`,
    kind: "gift-receipt",
    memberId: null,
    to: gift.giverEmail,
    parameters: {
      ...mailWords(gift),
      recipientEmail: gift.recipientEmail,
      number: capture.id,
      dateText: dateTextOf(gift, ctx.now),
      planText: planName(gift),
      deliverText: deliverText(gift),
      amountText: formatPrice(amount.cents),
      taxText: null,
    },
  });
  const payment = {
    id: capture.id,
    giftId: gift.id,
    state: "completed",
    amountCents: amount.cents,
    currency: amount.currency,
    feeCents: breakdown?.paypal_fee?.cents ?? null,
    paidAt: capture.create_time ?? ctx.now,
    createdAt: ctx.now,
  } as const;
  await ctx.db.batch([
    markPaid(ctx.db, gift.id, ctx.now),
    auditChange(ctx, { actor: "system", action: "gift.paid", subject: gift.id, details: { paymentId: capture.id } }),
    insertPayment(ctx.db, payment),
    receipt.insert,
  ]);
  ctx.defer(sendTransactionalMail(ctx, receipt));
}

/**
 * Reads a gift's order at PayPal, takes the money of an approved one and records a paid one. Safe at any time and any number
 * of times: the buyer's browser, the webhook and the hourly cron all end here.
 * @throws PayPalError
 */
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
  const said = await askOnce<Exclude<State, "paid">>(
    ctx,
    { of: "gift", id: gift.id },
    {
      sync: async () => unlessPaid(await syncGift(ctx, gift)),
      readLast: async () => {
        const [now] = await selectGift(ctx.db, gift.id);
        return now?.paidAt == null ? (now?.answer ?? "confirming") : null;
      },
    },
  );
  return said ?? "paid";
}

const unlessPaid = (state: State) => (state === "paid" ? null : state);

/**
 * What the browser that ordered asks, until it is no longer confirming; it proves itself by its capture key. While PayPal is away
 * nothing is lost: the webhook and the hourly cron ask again.
 * @throws AppError `not_found` without that key, `conflict` for what is none of ours
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
  return { state, order: state === "paid" ? giftOrderKey(ctx.config, id) : null };
}

/** Brings the gift of an order in line with PayPal; null for an order that is none of ours. @throws PayPalError */
export async function syncGiftOrder(ctx: Ctx, orderId: string): Promise<State | null> {
  const [gift] = await selectGiftByOrder(ctx.db, orderId);
  return gift ? syncGift(ctx, gift) : null;
}

/**
 * Asks PayPal about orders that are not paid: their buyer's browser and the webhook may have been lost. Less often as they grow old,
 * and about money that is on its way each day, for as long as it takes.
 */
export async function settleOpenOrders(ctx: Ctx): Promise<void> {
  if (!ctx.paypal) return;
  await lookAtOpen(ctx, createTurn(), {
    of: "gift",
    ask: async ({ id, providerId, createdAt }) => {
      const state = await syncGiftOrder(ctx, providerId);
      if (state === "paid") return;
      const next = nextLookAt(createdAt, ctx.now);
      const checkAt = state === "confirming" ? Math.min(next, ctx.now + PENDING_LOOK_MS) : next;
      await setNextLook(ctx.db, { of: "gift", id }, checkAt);
    },
  });
}
