import * as z from "zod";
import { PLANS, type PlanId } from "../../rules/plans.ts";
import { email, instant } from "../fields.ts";

/** How a subscription is bought (docs/architecture.md, "A payment"). */

const planId = z.enum(Object.keys(PLANS) as [PlanId, ...PlanId[]], "Please choose a plan");

/** What the buyer's browser needs before anything is bought: `GET /api/checkout`, with the session where there is one. */
export const checkoutOffers = z.object({
  /** Null where payment is not set up. */
  provider: z.object({ clientId: z.string(), sdkUrl: z.string() }).nullable(),
  /** The signed-in member's address; null for a visitor. */
  email: z.string().nullable(),
  offers: z.array(
    z.object({
      plan: planId,
      /** When the first charge is made; null for at once. */
      startsAt: instant.nullable(),
      /** The running subscription that it takes the place of. */
      replaces: planId.nullable(),
      /** Why it cannot be bought now: it is the plan they have. */
      refusal: z.string().nullable(),
      /** The sentence beside the box: price, period, renewal, how to cancel, age and terms. It is what is agreed to. */
      consentText: z.string(),
      /** For who has access already: what happens to it and when the money moves. Empty for others. */
      note: z.string(),
    }),
  ),
});
export type CheckoutOffers = z.infer<typeof checkoutOffers>;

/** `POST /api/checkout`: makes the subscription at PayPal and remembers what was agreed to. Repeated with its id, it answers the same. */
export const startCheckoutRequest = z.object({
  requestId: z.uuid("The request's id is not a UUID"),
  plan: planId,
  /** Of a visitor; a signed-in member's own address counts instead. */
  email: email.optional(),
  consent: z.literal(true, "Please tick the box to agree"),
  /** The sentence that stood beside the box. Where it is not today's any more, nothing is ordered: 409 with `fields.consent`. */
  consentText: z.string().max(2000).optional(),
});
export type StartCheckoutRequest = z.infer<typeof startCheckoutRequest>;

/** The answer also sets the nonce, an HttpOnly cookie of one hour. */
export const startCheckoutResponse = z.object({ checkoutId: z.string(), subscriptionId: z.string() });
export type StartCheckoutResponse = z.infer<typeof startCheckoutResponse>;

export const checkoutRef = z.object({ id: z.uuid("A checkout's id is a UUID") });

/** `POST /api/checkout/{id}/confirm`, repeated until it is no longer `confirming`. It needs the nonce, or the member's session. */
export const confirmCheckoutResponse = z.object({
  state: z.enum(["active", "confirming", "not_approved"]),
  subscriptionId: z.string(),
  /** Of the one session that the nonce opens where this checkout created the account; else null. */
  token: z.string().nullable(),
  /** When the member has access but is to log in first. */
  needsLogin: z.boolean(),
  /** The membership waits for its first payment: buyer or wallet have begun one before that was never paid. */
  opensWithPayment: z.boolean(),
});
export type ConfirmCheckoutResponse = z.infer<typeof confirmCheckoutResponse>;
