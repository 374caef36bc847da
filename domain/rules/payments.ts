import type { GrantPlan } from "./access.ts";

/** Subscription states as named by PayPal's API. */
export const PROVIDER_STATUSES = [
  "APPROVAL_PENDING",
  "APPROVED",
  "ACTIVE",
  "SUSPENDED",
  "CANCELLED",
  "EXPIRED",
] as const;
export type ProviderStatus = (typeof PROVIDER_STATUSES)[number];

/** Who ended it: the member, an administrator, a refund, a replacement, closing the account, a suspension no one resolved, or PayPal. */
export const CANCELLERS = [
  "member",
  "administrator",
  "refund",
  "plan_change",
  "account_closed",
  "lapse",
  "provider",
] as const;
export type Canceller = (typeof CANCELLERS)[number];

export const PAYMENT_STATES = ["completed", "partially_refunded", "refunded", "reversed"] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** What someone agreed to terms for (docs/rules/money.md, "Consent"). */
export const CONSENT_PURPOSES = ["checkout", "gift", "gift_redemption", "setup", "invitation"] as const;
export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number];

/** A gift opens what its plan opens, for one period of that plan. */
export const GIFT_MONTHS = { monthly: 1, annual: 12 } as const satisfies Partial<Record<GrantPlan, number>>;
