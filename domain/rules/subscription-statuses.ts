/** The specification's statuses of a member, whatever their access comes from. */
export const SUBSCRIPTION_STATUSES = ["active", "trial", "cancelled", "expired"] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];
