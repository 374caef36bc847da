import type { ListedSubscription, ListedSubscriptions } from "../../domain/contract/money/subscriptions.ts";

/** A subscription without a member here, for a plan that isn't ours. */
export function listedSubscription(status: string, change: Partial<ListedSubscription> = {}): ListedSubscription {
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

/** One in every status, with IDs of PayPal's length. */
export const LISTED_SUBSCRIPTIONS: ListedSubscriptions = {
  subscriptions: ["ACTIVE", "CANCELLED", "SUSPENDED", "APPROVAL_PENDING", "EXPIRED"].map((status) =>
    listedSubscription(status, {
      plan_id: "P-5ML4271244454362WXNWU5NQ",
      plan: status === "EXPIRED" ? null : "monthly",
      subscriber: { email_address: `${status.toLowerCase()}@daybolt.test` },
    }),
  ),
  outOfSync: [
    listedSubscription("ACTIVE", {
      id: "I-OUTOFSYNC234",
      plan: "annual",
      memberId: "m-1",
      start_time: "2026-03-03T12:00:00Z",
      subscriber: { email_address: "" },
      difference: "different price",
    }),
  ],
  notice: "PayPal doesn't list subscriptions for this account. These are our own records.",
};
