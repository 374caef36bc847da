import type {
  CorrectGiftRequest,
  GiftList,
  GiftListRequest,
  GiftOrder,
  GiftRow,
  GiftToRedeem,
} from "#domain/contract/money/gifts.ts";
import { redemptionConsent } from "#domain/rules/consent.ts";
import { isoOrNull } from "#domain/rules/instants.ts";
import { formatPrice } from "#domain/rules/plans.ts";
import { askForWakeUp } from "../../account/member/first-wake-up.ts";
import { auditChange } from "../../audit/audit.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import { conflict, notFound } from "../../kernel/errors.ts";
import { refuseLink } from "../../kernel/limits/attempt-limit.ts";
import { readGiftKey, readGiftOrderKey } from "../../kernel/links/gift-key.ts";
import { deliverText, mailWords, planOf } from "./gift-words.ts";
import { correctAddress, type Gift, selectGift, selectGifts, selectGiftToRedeem } from "./gifts.queries.ts";

/** The answer to every wrong link, so that guessing reveals nothing. */
const WRONG_LINK = "Gift";

function isCorrectable({ mailedAt, redeemedAt, refundedAt, expiresAt }: Gift, now: number): boolean {
  return mailedAt === null && redeemedAt === null && refundedAt === null && (expiresAt ?? 0) > now;
}

function orderState(gift: Gift, now: number): GiftOrder["state"] {
  if (gift.refundedAt !== null) return "refunded";
  if (gift.redeemedAt !== null) return "redeemed";
  if ((gift.expiresAt ?? 0) <= now) return "expired";
  if (gift.mailedAt !== null) return "delivered";
  return gift.nextMailAt === null ? "returned" : "waiting";
}

function toOrder(gift: Gift, now: number): GiftOrder {
  const { giverName, recipientName, recipientEmail, message } = gift;
  return {
    giverName,
    recipientName,
    recipientEmail,
    message,
    plan: planOf(gift),
    priceText: formatPrice(gift.priceCents),
    deliverAt: new Date(gift.deliverAt).toISOString(),
    deliverText: deliverText({ ...gift, paidAt: gift.paidAt ?? gift.createdAt }),
    state: orderState(gift, now),
    redeemedAt: isoOrNull(gift.redeemedAt),
    canCorrect: isCorrectable(gift, now),
  };
}

/** The giver's page of a paid gift. @throws AppError `not_found` for an unknown key */
export async function readGiftOrder(ctx: Ctx, { order }: { order: string }): Promise<GiftOrder> {
  return toOrder(await paidGift(ctx, order), ctx.now);
}

async function paidGift(ctx: Ctx, order: string): Promise<Gift> {
  const id = readGiftOrderKey(ctx.config, order);
  const [gift] = id === null ? [] : await selectGift(ctx.db, id);
  if (!gift || gift.paidAt === null) return refuseLink(ctx, notFound(WRONG_LINK));
  return gift;
}

/** Changes the address of a gift that hasn't been sent. @throws AppError `not_found`, `conflict` if it's too late */
export async function correctGift(ctx: Ctx, { order, recipientEmail }: CorrectGiftRequest): Promise<GiftOrder> {
  const gift = await paidGift(ctx, order);
  if (gift.recipientEmail === recipientEmail) return toOrder(gift, ctx.now);
  const [[corrected]] = await ctx.db.batch([
    correctAddress(ctx.db, { id: gift.id, recipientEmail }, ctx.now),
    auditChange(ctx, { actor: "giver", action: "gift.address", subject: gift.id }),
  ]);
  if (!corrected)
    throw conflict("This gift has already been sent, so its address can't be changed. If it was wrong, write to us.");
  return toOrder(corrected, ctx.now);
}

/** The gift that a recipient's key opens, if the key is for its current address. @throws AppError `not_found` */
export async function openGift(ctx: Ctx, token: string): Promise<Gift> {
  const key = readGiftKey(ctx.config, token);
  const [gift] = key === null ? [] : await selectGift(ctx.db, key.giftId);
  if (!gift || gift.paidAt === null || gift.addressVersion !== key?.addressVersion)
    return refuseLink(ctx, notFound(WRONG_LINK));
  return gift;
}

export function stateOf(gift: Gift, now: number): GiftToRedeem["state"] {
  const state = orderState(gift, now);
  return state === "waiting" || state === "returned" || state === "delivered" ? "open" : state;
}

/** What the recipient's link shows. Reading changes nothing. @throws AppError `not_found` for an unknown key */
export async function readGiftToRedeem(ctx: Ctx, { token }: { token: string }): Promise<GiftToRedeem> {
  const key = readGiftKey(ctx.config, token);
  if (key === null) return refuseLink(ctx, notFound(WRONG_LINK));
  const [[gift], [recipient]] = await ctx.db.batch([
    selectGift(ctx.db, key.giftId),
    selectGiftToRedeem(ctx.db, key.giftId, ctx.now),
  ]);
  if (!gift || gift.paidAt === null || gift.addressVersion !== key.addressVersion)
    return refuseLink(ctx, notFound(WRONG_LINK));
  const { giverName, recipientName, recipientEmail, message } = gift;
  const paysUntil = recipient?.paysUntil ?? null;
  const waitsText =
    paysUntil === null
      ? ""
      : "You already have a paid subscription, so this gift starts automatically when your subscription ends. The gift won't expire while it waits. To start it sooner, cancel the subscription in My Account. You keep the time you've paid for. The gift starts when that time ends.";
  return {
    giverName,
    recipientName,
    recipientEmail,
    message,
    waitsText,
    plan: planOf(gift),
    lengthText: mailWords(gift).lengthText,
    expiresAt: new Date(gift.expiresAt ?? gift.deliverAt).toISOString(),
    state: stateOf(gift, ctx.now),
    wakeUp: recipient?.hasAccount ? null : askForWakeUp(ctx),
    consentText: redemptionConsent(planOf(gift)).text,
  };
}

const MOST_GIFTS = 100;

function toRow(gift: Gift, now: number): GiftRow {
  const { id, plan, priceCents, currency, giverName, giverEmail, recipientName, recipientEmail, memberId } = gift;
  return {
    id,
    plan,
    priceCents,
    currency,
    giverName,
    giverEmail,
    recipientName,
    recipientEmail,
    memberId,
    state: orderState(gift, now),
    isWaiting: gift.redeemedAt !== null && gift.grantedAt === null && gift.refundedAt === null,
    paidAt: isoOrNull(gift.paidAt),
    deliverAt: new Date(gift.deliverAt).toISOString(),
    redeemedAt: isoOrNull(gift.redeemedAt),
    canRefund: gift.redeemedAt === null && gift.refundedAt === null,
  };
}

export async function listGifts(ctx: Ctx, { address, state }: GiftListRequest): Promise<GiftList> {
  const gifts = await selectGifts(ctx.db, { address: address?.trim() || null, state, now: ctx.now }, MOST_GIFTS);
  return gifts.map((gift) => toRow(gift, ctx.now));
}
