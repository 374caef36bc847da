import type { GiftOffer, OrderGiftRequest, OrderGiftResponse } from "#domain/contract/money/gifts.ts";
import { DAY_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { giftConsent, giftLengthText } from "#domain/rules/consent.ts";
import { GIFT_HOUR } from "#domain/rules/gift-delivery.ts";
import { addMonths, instantAt } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { CURRENCY, formatPrice, PLAN_IDS, PLANS, planName } from "#domain/rules/plans.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { insertConsent } from "../../account/consents/consents.queries.ts";
import { requireAsShown, termsChanged } from "../../account/consents/require-as-shown.ts";
import type { Ctx } from "../../kernel/context.ts";
import { conflict, invalid, rateLimited, unavailable } from "../../kernel/errors.ts";
import { networkLimits, requireAttempt } from "../../kernel/limits/attempt-limit.ts";
import { giftCaptureKey } from "../../kernel/links/gift-key.ts";
import { planOf } from "./gift-words.ts";
import { type Gift, insertGift, selectGift, selectPaidFor, setOrder } from "./gifts.queries.ts";

const DAYS_AHEAD = 365;
/** Months after delivery in which a gift can be opened. */
const MONTHS_TO_OPEN = 12;
/** Paid gifts per recipient address and day. Emails in someone's name are a tool for harassment. */
const GIFTS_PER_RECIPIENT = 5;
const NOT_SET_UP = "You can't buy gifts here yet, because payments aren't set up.";

export function readOffer(ctx: Ctx): GiftOffer {
  const today = dateIn(DEFAULT_ZONE, ctx.now);
  const plans = PLAN_IDS.map((plan) => ({
    plan,
    priceText: formatPrice(PLANS[plan].price.cents),
    lengthText: giftLengthText(plan),
    consentText: giftConsent(plan).text,
  }));
  const provider = ctx.paypal && { clientId: ctx.paypal.clientId, sdkUrl: ctx.paypal.sdkUrl };
  const days = { firstDay: today, lastDay: addDays(today, DAYS_AHEAD) };
  return { provider, timezones: [...ctx.config.wakeUpZones], plans, ...days };
}

/**
 * "Right away" is stored as an instant that has come: now, or the hour of a day that an older page offered.
 * @throws AppError `validation` for a time zone or day that isn't offered
 */
function deliveryOf(ctx: Ctx, { deliverOn: day, timezone }: OrderGiftRequest) {
  const refuse = (field: "timezone" | "deliverOn", message: string) => invalid(message, { [field]: message });
  if (!ctx.config.wakeUpZones.some(({ id }) => id === timezone))
    throw refuse("timezone", "Choose one of the time zones.");
  const today = dateIn(timezone, ctx.now);
  const deliverOn = day ?? today;
  if (deliverOn < today) throw refuse("deliverOn", "That day has passed. Choose today or a later day.");
  if (deliverOn > addDays(today, DAYS_AHEAD + 1)) throw refuse("deliverOn", "Choose a day within a year.");
  const deliverAt = day === null ? ctx.now : instantAt(deliverOn, GIFT_HOUR, timezone);
  return { deliverOn, timezone, deliverAt, expiresAt: addMonths(deliverAt, MONTHS_TO_OPEN, timezone) };
}

/** Whether a stored gift has exactly the words of a request with its ID. */
function isSame(gift: Gift, { requestId: _id, consent: _, consentText: _text, ...words }: OrderGiftRequest): boolean {
  const { deliverOn } = words;
  const asStored = {
    ...words,
    deliverOn: deliverOn === null && gift.deliverAt <= gift.createdAt ? gift.deliverOn : deliverOn,
  };
  return (Object.keys(words) as (keyof typeof words)[]).every((word) => gift[word] === asStored[word]);
}

/** Unpaid orders don't count here, so they can't block other givers. @throws AppError `rate_limited` */
async function requireRoom(ctx: Ctx, recipientEmail: string): Promise<void> {
  const [paid] = await selectPaidFor(ctx.db, recipientEmail, ctx.now - DAY_MS);
  if (!paid || paid.count < GIFTS_PER_RECIPIENT) return;
  throw rateLimited(
    Math.ceil((paid.firstAt + DAY_MS - ctx.now) / 1000),
    "Several gifts were bought for this address in the past day. Try again tomorrow.",
  );
}

type Ordering = OrderGiftRequest & { network: string };
/** `captureKey` is set as the giver's cookie; null once the gift is paid. */
type Ordered = OrderGiftResponse & { captureKey: string | null };

async function orderAtPayPal(ctx: Ctx, gift: Gift): Promise<Ordered> {
  const captureKey = gift.paidAt === null ? giftCaptureKey(ctx.config, gift.id) : null;
  if (gift.orderId !== null) return { giftId: gift.id, orderId: gift.orderId, captureKey };
  if (!ctx.paypal) throw unavailable(NOT_SET_UP);
  const order = await ctx.paypal.createOrder({
    customId: gift.id,
    cents: gift.priceCents,
    currency: gift.currency,
    description: `${planName(planOf(gift))} gift`,
    requestId: `gift-${gift.id}`,
  });
  if (!order) throw unavailable("PayPal didn't accept the order. Try again.");
  await setOrder(ctx.db, gift.id, order.id);
  return { giftId: gift.id, orderId: order.id, captureKey };
}

/**
 * Stores a gift and creates its order at PayPal. The request ID becomes the gift's: a repeat returns the same order, or nothing if price or
 * consent text changed. @throws AppError `validation`, `rate_limited`, `conflict` for a reused ID, `unavailable` without PayPal
 */
export async function orderGift(ctx: Ctx, { network, ...input }: Ordering): Promise<Ordered> {
  if (!ctx.paypal) throw unavailable(NOT_SET_UP);
  const consent = giftConsent(input.plan);
  const priceCents = PLANS[input.plan].price.cents;
  const [earlier] = await selectGift(ctx.db, input.requestId);
  // A paid gift returns the same answer whatever changed since.
  if (!earlier?.paidAt) requireAsShown(input.consentText, consent);
  if (earlier) {
    if (!isSame(earlier, input))
      throw conflict("This order was already started with different details. Reload the page.");
    if (earlier.paidAt === null && earlier.priceCents !== priceCents) throw termsChanged();
    return orderAtPayPal(ctx, earlier);
  }
  const delivery = deliveryOf(ctx, input);
  const limit = { kind: "gift-network", value: network, max: ctx.config.checkoutMaxPerNetwork } as const;
  await requireAttempt(ctx, networkLimits(ctx, limit));
  await requireRoom(ctx, input.recipientEmail);
  const { requestId: id, consent: _, consentText: _text, ...words } = input;
  const sold = { id, priceCents, currency: CURRENCY, createdAt: ctx.now };
  await ctx.db.batch([
    insertGift(ctx.db, { ...words, ...delivery, ...sold }),
    insertConsent(ctx.db, { ...consent, sourceId: id, email: input.giverEmail, at: ctx.now }),
  ]);
  const [gift] = await selectGift(ctx.db, id);
  if (!gift) throw new Error("The gift wasn't stored.");
  return orderAtPayPal(ctx, gift);
}
