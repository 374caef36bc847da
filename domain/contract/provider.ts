import * as z from "zod";
import { GRANT_PLANS } from "../rules/access.ts";

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
