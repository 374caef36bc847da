import * as z from "zod";
import { GRANT_PLANS } from "../../rules/access.ts";
import { CANCELLERS, PAYMENT_STATES, PROVIDER_STATUSES } from "../../rules/payments.ts";
import { instant, optionalText, requiredText } from "../fields.ts";

/** A member's own subscription and payments, and what administrators see and do of them. */

const payment = z.object({
  id: z.string(),
  /** The plan it paid for, or a gift's. */
  plan: z.enum(GRANT_PLANS),
  isGift: z.boolean(),
  state: z.enum(PAYMENT_STATES),
  amountCents: z.int(),
  currency: z.string(),
  taxCents: z.int().nullable(),
  refundedCents: z.int(),
  paidAt: instant,
});
export type Payment = z.infer<typeof payment>;

/** `GET /api/user/subscription` */
export const mySubscription = z.object({
  /** The subscription that counts; null for who has none. */
  subscription: z
    .object({
      id: z.string(),
      plan: z.enum(GRANT_PLANS),
      priceCents: z.int(),
      currency: z.string(),
      /** `unpaid`: nothing is open by it any more, and PayPal may charge for it all the same. */
      state: z.enum(["confirming", "active", "payment_failed", "unpaid", "ends", "ended"]),
      /** The next charge; null once nothing more will be charged. */
      nextBillingAt: instant.nullable(),
      /** It is to end, and PayPal has not been told yet: until then it may charge. */
      isCancelPending: z.boolean(),
      /** When access from it ends if it is cancelled now: the end of what is paid; null for at once, since that is over. */
      endsIfCancelled: instant.nullable(),
      /** Until when access lasts as things are. */
      accessUntil: instant.nullable(),
      /** Once nothing more is charged: until when something else (a trial, a gift) leaves everything open, where that is longer. */
      openUntil: instant.nullable(),
      /** Bought in its place, and when that begins and is charged for the first time. */
      changesTo: z
        .object({ plan: z.enum(GRANT_PLANS), priceCents: z.int(), currency: z.string(), startsAt: instant })
        .nullable(),
    })
    .nullable(),
  payments: z.array(payment),
  /** Redeemed, and begins when what is paid for has ended; `startsAt` is null while that still renews. */
  waitingGift: z.object({ giverName: z.string(), plan: z.enum(GRANT_PLANS), startsAt: instant.nullable() }).nullable(),
});
export type MySubscription = z.infer<typeof mySubscription>;

/** `POST /api/user/subscription/cancel` */
export const cancelMySubscriptionRequest = z.object({
  reason: optionalText({ name: "The reason", max: 128 }).optional(),
});

/** `POST /api/paypal/subscriptions/{id}/cancel`; PayPal takes 1 to 128 characters, and an empty reason becomes the default one. */
export const cancelSubscriptionRequest = z.object({
  reason: optionalText({ name: "The reason", max: 128 }).optional(),
});

export const subscriptionRef = z.object({ id: z.string().regex(/^[A-Z0-9-]{3,50}$/, "That is no subscription's id") });

/** What the administrator's page of a member says of money: `GET /api/admin/members/{id}/payments` */
export const memberPayments = z.object({
  subscriptions: z.array(
    z.object({
      id: z.string(),
      plan: z.enum(GRANT_PLANS),
      status: z.enum(PROVIDER_STATUSES),
      /** What we make of it, in a sentence. */
      ours: z.string(),
      accessUntil: instant.nullable(),
      nextBillingAt: instant.nullable(),
      failedPayments: z.int(),
      cancelledBy: z.enum(CANCELLERS).nullable(),
      cancelReason: z.string().nullable(),
      lastEvent: z.string().nullable(),
      lastEventAt: instant.nullable(),
      readAt: instant,
      difference: z.string().nullable(),
      /** A second one that is charged beside another. */
      isDouble: z.boolean(),
    }),
  ),
  payments: z.array(
    payment.extend({
      subscriptionId: z.string().nullable(),
      feeCents: z.int().nullable(),
      /** What a refund would send back; 0 when nothing is left. */
      refundableCents: z.int(),
      /** Within the 48 hours of the first purchase. */
      isWithinWindow: z.boolean(),
      refundReason: z.string().nullable(),
    }),
  ),
});
export type MemberPayments = z.infer<typeof memberPayments>;

/** `POST /api/admin/payments/{id}/refund`; repeated with its id it refunds nothing more. Answers `doneResponse`. */
export const refundRequest = z.object({
  requestId: z.uuid("The request's id is not a UUID"),
  reason: requiredText({ name: "The reason", max: 255, missing: "Please give a reason" }),
});
export type RefundRequest = z.infer<typeof refundRequest>;

/** A subscription in the payment provider's own words (spec section 3). */
const providerSubscription = z.object({
  id: z.string(),
  status: z.string(),
  start_time: z.string(),
  plan_id: z.string(),
  subscriber: z.object({ email_address: z.string() }),
  /** Which of our plans the provider's plan is; null for one that is not ours. */
  plan: z.enum(GRANT_PLANS).nullable(),
  /** Whose it is here; null for nobody's. */
  memberId: z.string().nullable(),
});
export type ProviderSubscription = z.infer<typeof providerSubscription>;

/** `POST /api/paypal/events/{id}/replay`; answers `doneResponse`. */
export const eventRef = z.object({ id: z.string().min(1).max(100) });

export const providerSubscriptions = z.object({
  subscriptions: z.array(providerSubscription),
  /** Why they could not be read. */
  error: z.string().optional(),
  /** What there is to know of a list that is right and may look wrong. */
  notice: z.string().optional(),
});
export type ProviderSubscriptions = z.infer<typeof providerSubscriptions>;
