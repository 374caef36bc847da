export const SUBSCRIPTION_TYPES = ["monthly", "quarterly", "annual", "gift", "trial"] as const;
export type SubscriptionType = (typeof SUBSCRIPTION_TYPES)[number];

export const SUBSCRIPTION_STATUSES = ["active", "trial", "cancelled", "expired"] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** Trial lengths in months (spec section 9). */
export const TRIAL_MONTHS = [1, 2, 3, 6, 12] as const;
export type TrialMonths = (typeof TRIAL_MONTHS)[number];

export const PLANS = {
  monthly: {
    name: "Monthly Power-Up",
    price: "$9.99",
    period: "per month",
    benefits: [
      "Daily motivational audio and video",
      "Full content archive access",
      "Mobile dashboard to track progress",
      "Cancel anytime",
    ],
  },
  annual: {
    name: "Annual Lightning",
    price: "$79.99",
    period: "per year",
    note: "$6.67 per month, save 33%",
    benefits: [
      "Everything in the monthly plan",
      "Bonus quarterly live sessions",
      "Early access to new content",
      "VIP member status",
    ],
  },
} as const;

/** What the profile calls a subscription type. */
export const SUBSCRIPTION_LABELS: Record<SubscriptionType, string> = {
  monthly: "Monthly Plan ($9.99/month)",
  quarterly: "Quarterly Plan ($24.99/quarter)",
  annual: "Annual Plan ($79.99/year)",
  gift: "Gift Subscription",
  trial: "Free Trial",
};
