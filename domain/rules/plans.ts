import { formatMoney } from "../formats.ts";

export const SUBSCRIPTION_TYPES = ["monthly", "quarterly", "annual", "gift", "trial"] as const;
export type SubscriptionType = (typeof SUBSCRIPTION_TYPES)[number];

/** Trial lengths in months (spec section 9). */
export const TRIAL_MONTHS = [1, 2, 3, 6, 12] as const;

type Price = { cents: number; per: "month" | "quarter" | "year" };

/** Plan prices in cents of `CURRENCY` (spec section 9). Every price on a screen is formatted from here. */
export const CURRENCY = "USD";
const PRICES = {
  monthly: { cents: 999, per: "month" },
  quarterly: { cents: 2499, per: "quarter" },
  annual: { cents: 7999, per: "year" },
} as const satisfies Partial<Record<SubscriptionType, Price>>;

export const formatPrice = (cents: number): string => formatMoney(cents, CURRENCY);

/** "$79.99 a year" */
export function formatPricePer(plan: keyof typeof PRICES, cents: number): string {
  return `${formatPrice(cents)} a ${PRICES[plan].per}`;
}

export function annualComparison(): { centsPerMonth: number; savedPercent: number } {
  const centsPerMonth = PRICES.annual.cents / 12;
  return { centsPerMonth, savedPercent: Math.floor((1 - centsPerMonth / PRICES.monthly.cents) * 100) };
}

export const PLANS = {
  monthly: {
    name: "Monthly Power-Up",
    price: PRICES.monthly,
    benefits: [
      "Daily motivational audio and video",
      "Full content archive access",
      "Mobile dashboard to track progress",
      "Cancel anytime",
    ],
  },
  annual: {
    name: "Annual Lightning",
    price: PRICES.annual,
    benefits: [
      "Everything in the monthly plan",
      "Bonus quarterly live sessions",
      "Early access to new content",
      "VIP member status",
    ],
  },
} as const;
export type PlanId = keyof typeof PLANS;
export const PLAN_IDS = ["monthly", "annual"] as const satisfies PlanId[];

export function planLabel(type: SubscriptionType): string {
  if (type === "gift") return "Gift Subscription";
  if (type === "trial") return "Free Trial";
  const { cents, per } = PRICES[type];
  return `${type === "quarterly" ? "Quarterly Plan" : PLANS[type].name} (${formatPrice(cents)}/${per})`;
}

/** The quarterly plan is no longer sold and has only its label. */
export function planName(plan: keyof typeof PRICES): string {
  return plan === "quarterly" ? planLabel(plan) : PLANS[plan].name;
}
