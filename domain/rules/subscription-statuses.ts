/** Of a member's access, as specified; whatever grants it. */
export const SUBSCRIPTION_STATUSES = ["active", "trial", "cancelled", "expired"] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];
