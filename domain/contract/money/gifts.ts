import * as z from "zod";
import { GRANT_PLANS } from "../../rules/access.ts";
import { giftMessageProblem, giftNameProblem, MAX_GIFT_NAME } from "../../rules/gift-words.ts";
import { ended } from "../account.ts";
import {
  calendarDate,
  checkedBy,
  email,
  instant,
  optionalText,
  planId,
  requestId,
  requiredText,
  signedKey,
} from "../fields.ts";
import { wakeUpChoice, wakeUpQuestion } from "../wake-up-choice.ts";

const name = (whose: string, missing: string) =>
  requiredText({ name: whose, max: MAX_GIFT_NAME, missing }).superRefine(checkedBy(giftNameProblem));

export const giftOffer = z.object({
  provider: z.object({ clientId: z.string(), sdkUrl: z.string() }).nullable(),
  timezones: z.array(z.object({ id: z.string(), label: z.string() })),
  plans: z.array(z.object({ plan: planId, priceText: z.string(), lengthText: z.string(), consentText: z.string() })),
  /** The first and last day a gift can arrive, in the default zone. */
  firstDay: z.string(),
  lastDay: z.string(),
});
export type GiftOffer = z.infer<typeof giftOffer>;

/** `POST /api/gifts`: creates the order at PayPal. A retry with the same ID gets the same response. */
export const orderGiftRequest = z.object({
  requestId,
  plan: planId,
  giverName: name("Your name", "Enter your name"),
  giverEmail: email,
  recipientName: name("The recipient's name", "Enter the recipient's name"),
  recipientEmail: email,
  message: optionalText({ name: "The message", max: 500, lines: "many" }).superRefine(checkedBy(giftMessageProblem)),
  /** Null: right away. */
  deliverOn: calendarDate.nullable(),
  timezone: z.string("Choose a time zone").min(1, "Choose a time zone").max(64),
  consent: z.literal(true, "Check the box to agree"),
  consentText: z.string().max(2000).optional(),
});
export type OrderGiftRequest = z.infer<typeof orderGiftRequest>;

/** The response also sets the capture key, an HttpOnly cookie valid for a day and for this gift only; not once it's paid. */
export const orderGiftResponse = z.object({ giftId: z.string(), orderId: z.string() });
export type OrderGiftResponse = z.infer<typeof orderGiftResponse>;

export const giftRef = z.object({ id: z.uuid("Gift ID must be a UUID") });

/** `POST /api/gifts/{id}/capture` with the order's cookie; repeated while `confirming`. `not_approved`, `declined`: nothing was charged. */
export const captureGiftResponse = z.object({
  state: z.enum(["paid", "confirming", "not_approved", "declined"]),
  order: z.string().nullable(),
  /** When a paid gift arrives: "Right away", or its day and hour. */
  deliverText: z.string().nullable(),
});
export type CaptureGiftResponse = z.infer<typeof captureGiftResponse>;

/** `returned`: the gift's email bounced, and it waits for another address. */
const giftState = z.enum(["waiting", "returned", "delivered", "redeemed", "expired", "refunded"]);
const giftFilter = z.enum(["open", "redeemed", "expired", "refunded"], "Choose a state");

const giftWords = {
  plan: planId,
  giverName: z.string(),
  recipientName: z.string(),
  recipientEmail: z.string(),
  message: z.string(),
};

/** `GET /api/gifts/order?order=…`: what the giver's signed link shows. */
export const giftOrder = z.object({
  ...giftWords,
  priceText: z.string(),
  deliverAt: instant,
  deliverText: z.string(),
  state: giftState,
  redeemedAt: instant.nullable(),
  /** The address can be corrected: the gift has been neither redeemed nor sent. */
  canCorrect: z.boolean(),
});
export type GiftOrder = z.infer<typeof giftOrder>;

export const giftOrderQuery = z.object({ order: signedKey });
export const giftTokenQuery = z.object({ token: signedKey });

export const correctGiftRequest = z.object({ order: signedKey, recipientEmail: email });
export type CorrectGiftRequest = z.infer<typeof correctGiftRequest>;

/** `GET /api/gifts/redeem?token=…`: read-only. */
export const giftToRedeem = z.object({
  ...giftWords,
  lengthText: z.string(),
  expiresAt: instant,
  state: giftFilter,
  consentText: z.string(),
  /** What redeeming will do for a recipient who already pays. Empty for others. */
  waitsText: z.string(),
  /** Null for a recipient with an account. */
  wakeUp: wakeUpQuestion,
});
export type GiftToRedeem = z.infer<typeof giftToRedeem>;

export const redeemGiftRequest = z.object({
  token: signedKey,
  consent: z.literal(true, "Check the box to agree"),
  /** For a new account. Without it, the account gets the name that the giver typed. */
  name: name("Your name", "Enter your name").optional(),
  ...wakeUpChoice,
});
export type RedeemGiftRequest = z.infer<typeof redeemGiftRequest>;

export const redeemGiftResponse = z.object({
  /** Logs in to the account that this redemption created, once. Null for a recipient with an account, who logs in. */
  token: z.string().nullable(),
  nextUrl: z.string(),
  /** It begins when the recipient's subscription ends. */
  isWaiting: z.boolean(),
  ended,
});
export type RedeemGiftResponse = z.infer<typeof redeemGiftResponse>;

/** `GET /api/admin/gifts`: newest first; with an address, only gifts from or to it; with other text, those with it in a name or address. */
export const giftListRequest = z.object({ address: z.string().max(254).optional(), state: giftFilter.optional() });
export type GiftListRequest = z.infer<typeof giftListRequest>;

const giftRow = z.object({
  id: z.string(),
  plan: z.enum(GRANT_PLANS),
  priceCents: z.int(),
  currency: z.string(),
  giverName: z.string(),
  giverEmail: z.string(),
  recipientName: z.string(),
  recipientEmail: z.string(),
  /** The member who redeemed it. */
  memberId: z.string().nullable(),
  state: giftState,
  isWaiting: z.boolean(),
  paidAt: instant.nullable(),
  deliverAt: instant,
  redeemedAt: instant.nullable(),
  /** Whether `POST /api/admin/gifts/{id}/refund` (`refundRequest`, returns `doneResponse`) would refund it. */
  canRefund: z.boolean(),
});
export type GiftRow = z.infer<typeof giftRow>;
export const giftList = z.array(giftRow);
export type GiftList = z.infer<typeof giftList>;
