import type { ProviderSubscription, ProviderSubscriptions } from "../../domain/contract/money/subscriptions.ts";

/** A subscription of nobody here, to a plan that is not ours. */
export function providerSubscription(status: string, change: Partial<ProviderSubscription> = {}): ProviderSubscription {
  return {
    id: `I-${status}`,
    status,
    start_time: "2026-11-03T12:00:00Z",
    plan_id: "P-1",
    plan: null,
    memberId: null,
    subscriber: { email_address: `${status}@x.test` },
    ...change,
  };
}

/** One of every status, with an id of PayPal's own length. */
export const PROVIDER_SUBSCRIPTIONS: ProviderSubscriptions = {
  subscriptions: ["ACTIVE", "CANCELLED", "SUSPENDED", "APPROVAL_PENDING", "EXPIRED"].map((status) =>
    providerSubscription(status, {
      plan_id: "P-5ML4271244454362WXNWU5NQ",
      plan: status === "EXPIRED" ? null : "monthly",
      subscriber: { email_address: `${status.toLowerCase()}@daybolt.test` },
    }),
  ),
  notice: "Those of the sandbox.",
};
