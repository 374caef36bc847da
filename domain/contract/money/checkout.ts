import * as z from "zod";
import { email, instant, planId, requestId } from "../fields.ts";
import { wakeUpChoice, wakeUpQuestion } from "../wake-up-choice.ts";

/** How a subscription is bought (docs/architecture.md, "A payment"). */

/** `GET /api/checkout`: what the buyer's browser needs before a purchase. Sends the session if there is one. */
export const checkoutOffers = z.object({
  /** Null if payment isn't set up. */
  provider: z.object({ clientId: z.string(), sdkUrl: z.string() }).nullable(),
  /** The logged-in member's address; null for a visitor. */
  email: z.string().nullable(),
  /** Null for a member, whose hour the purchase leaves alone. */
  wakeUp: wakeUpQuestion,
  offers: z.array(
    z.object({
      plan: planId,
      /** When the first charge is made; null means immediately. */
      startsAt: instant.nullable(),
      replaces: planId.nullable(),
      /** Why the plan can't be bought now: the member already has it. */
      refusal: z.string().nullable(),
      /** The text next to the checkbox that the buyer agrees to: price, period, renewal, how to cancel, age, and terms. */
      consentText: z.string(),
      /** For members who already have access: what happens to it and when they're charged. Empty for others. */
      note: z.string(),
    }),
  ),
});
export type CheckoutOffers = z.infer<typeof checkoutOffers>;

/** `POST /api/checkout`: creates the subscription at PayPal and stores the consent. A retry with the same ID gets the same response. */
export const startCheckoutRequest = z.object({
  requestId,
  plan: planId,
  /** A visitor's address; ignored for a logged-in member, whose own address is used. */
  email: email.optional(),
  consent: z.literal(true, "Check the box to agree"),
  /** The text shown next to the checkbox. If it has changed since, nothing is ordered: 409 with `fields.consent`. */
  consentText: z.string().max(2000).optional(),
  /** For the account that this checkout may create. */
  ...wakeUpChoice,
});
export type StartCheckoutRequest = z.infer<typeof startCheckoutRequest>;

/** The response also sets the nonce, an HttpOnly cookie valid for one hour. */
export const startCheckoutResponse = z.object({ checkoutId: z.string(), subscriptionId: z.string() });
export type StartCheckoutResponse = z.infer<typeof startCheckoutResponse>;

export const checkoutRef = z.object({ id: z.uuid("Checkout ID must be a UUID") });

/** `POST /api/checkout/{id}/confirm`: repeated while it returns `confirming`. It needs the nonce or the member's session. */
export const confirmCheckoutResponse = z.object({
  state: z.enum(["active", "confirming", "not_approved"]),
  subscriptionId: z.string(),
  /** Token of the one session the nonce opens if this checkout created the account; otherwise null. */
  token: z.string().nullable(),
  needsLogin: z.boolean(),
  /** The account is an imported one that no one has accepted: only the link in its mailbox opens it. */
  isInvited: z.boolean(),
  /** Access waits for the first payment, because the buyer or wallet started an earlier subscription and never paid. */
  opensWithPayment: z.boolean(),
});
export type ConfirmCheckoutResponse = z.infer<typeof confirmCheckoutResponse>;
