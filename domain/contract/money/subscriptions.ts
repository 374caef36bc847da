import * as z from "zod";
import { GRANT_PLANS } from "../../rules/access.ts";
import { CANCELLERS, PAYMENT_STATES, PROVIDER_STATUSES } from "../../rules/payments.ts";
import { REFUND_EFFECTS } from "../../rules/refunds.ts";
import { instant, optionalText, requestId, requiredText } from "../fields.ts";

const orNull = z.string().nullable();

const payment = z.object({
  id: z.string(),
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

export const mySubscription = z.object({
  /** The subscription that counts; null if the member has none. */
  subscription: z
    .object({
      id: z.string(),
      plan: z.enum(GRANT_PLANS),
      priceCents: z.int(),
      currency: z.string(),
      /** `unpaid`: it no longer gives access, but PayPal may still charge for it. */
      state: z.enum(["confirming", "active", "payment_failed", "unpaid", "ends", "ended"]),
      nextBillingAt: instant.nullable(),
      /** It's set to end, but PayPal hasn't been told yet and may still charge. */
      isCancelPending: z.boolean(),
      /** When its access ends if it's cancelled now: the end of the paid time. Null means immediately, because that's already past. */
      endsIfCancelled: instant.nullable(),
      accessUntil: instant.nullable(),
      /** After the last charge: the end of another grant (a trial, a gift), if that's later. */
      openUntil: instant.nullable(),
      /** The plan bought to replace it, and when that begins and is first charged. */
      changesTo: z
        .object({ plan: z.enum(GRANT_PLANS), priceCents: z.int(), currency: z.string(), startsAt: instant })
        .nullable(),
    })
    .nullable(),
  payments: z.array(payment),
  /** Redeemed, and begins when the paid time ends; `startsAt` is null while the subscription still renews. */
  waitingGift: z.object({ giverName: z.string(), plan: z.enum(GRANT_PLANS), startsAt: instant.nullable() }).nullable(),
});
export type MySubscription = z.infer<typeof mySubscription>;

/** The reason PayPal gets if the administrator gives none (spec section 9). */
export const DEFAULT_CANCEL_REASON = "Administrative cancellation";

/** By the member or the administrator. PayPal takes 1 to 128 characters; an empty reason becomes the caller's default one. */
export const cancelSubscriptionRequest = z.object({
  reason: optionalText({ name: "The reason", max: 128 }).optional(),
});

export const subscriptionRef = z.object({ id: z.string().regex(/^[A-Z0-9-]{3,50}$/, "That isn't a subscription ID") });

export const memberPayments = z.object({
  subscriptions: z.array(
    z.object({
      id: z.string(),
      plan: z.enum(GRANT_PLANS),
      status: z.enum(PROVIDER_STATUSES),
      /** What this subscription means on our side, as a sentence. */
      ours: z.string(),
      nextBillingAt: instant.nullable(),
      /** As in `mySubscription`. */
      isCancelPending: z.boolean(),
      failedPayments: z.int(),
      cancelledBy: z.enum(CANCELLERS).nullable(),
      cancelReason: z.string().nullable(),
      lastEvent: z.string().nullable(),
      lastEventAt: instant.nullable(),
      readAt: instant,
      difference: z.string().nullable(),
      /** Charged alongside another subscription of the member. */
      isDouble: z.boolean(),
    }),
  ),
  payments: z.array(
    payment.extend({
      subscriptionId: z.string().nullable(),
      feeCents: z.int().nullable(),
      refundableCents: z.int(),
      isWithinWindow: z.boolean(),
      /** The window begins with the member's first payment. */
      windowEndsAt: instant,
      /** What refunding all that's left does to access. */
      effect: z.enum(REFUND_EFFECTS),
      /** Newest first; the reason is null for one made in PayPal. `by`: the administrator's name, unless it's the owner. */
      refunds: z.array(z.object({ at: instant, amountCents: z.int(), reason: orNull, by: orNull })),
    }),
  ),
});
export type MemberPayments = z.infer<typeof memberPayments>;

/** `POST /api/admin/gifts/{id}/refund`: a retry with the same ID refunds nothing more. Returns `doneResponse`. */
export const refundRequest = z.object({
  requestId,
  reason: requiredText({ name: "The reason", max: 255, missing: "Enter a reason" }),
});
export type RefundRequest = z.infer<typeof refundRequest>;

/** `POST /api/admin/payments/{id}/refund`. Without `cents`: all that's left. */
export const refundPaymentRequest = refundRequest.extend({
  cents: z.int("Enter an amount").min(1, "Enter an amount").max(99_999_999, "Enter an amount").optional(),
});
export type RefundPaymentRequest = z.infer<typeof refundPaymentRequest>;

/** A subscription in the payment provider's own terms (spec section 3). */
const listedSubscription = z.object({
  id: z.string(),
  status: z.string(),
  start_time: z.string(),
  plan_id: z.string(),
  subscriber: z.object({ email_address: z.string() }),
  plan: z.enum(GRANT_PLANS).nullable(),
  memberId: z.string().nullable(),
  /** How our record differs; only in `outOfSync`. */
  difference: z.string().optional(),
});
export type ListedSubscription = z.infer<typeof listedSubscription>;

/** `POST /api/paypal/events/{id}/replay`: returns `doneResponse`. */
export const eventRef = z.object({ id: z.string().min(1).max(100) });

/** With `q`: those of our records with that ID or of the member with that email, however old. */
export const listedSubscriptionsQuery = z.object({
  q: z.string().trim().max(254, "Search must be at most 254 characters").optional(),
});
export type ListedSubscriptionsQuery = z.infer<typeof listedSubscriptionsQuery>;

export const listedSubscriptions = z.object({
  /** Started in the last 30 days. */
  subscriptions: z.array(listedSubscription),
  /** However old they are. */
  outOfSync: z.array(listedSubscription).optional(),
  error: z.string().optional(),
  /** Explains a list that is correct but may look wrong. */
  notice: z.string().optional(),
});
export type ListedSubscriptions = z.infer<typeof listedSubscriptions>;
