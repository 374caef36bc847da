type PaymentVariables = Record<
  | "PAYPAL_CLIENT_ID"
  | "PAYPAL_CLIENT_SECRET"
  | "PAYPAL_WEBHOOK_ID"
  | "PAYPAL_PLAN_MONTHLY"
  | "PAYPAL_PLAN_ANNUAL"
  | "PAYPAL_PLAN_QUARTERLY"
  | "PAYPAL_BASE_URL"
  | "PAYPAL_SDK_URL",
  string
>;

/** What is needed to take money: all of it, or nothing. */
export const PAYMENT_VARIABLES = [
  "PAYPAL_CLIENT_ID",
  "PAYPAL_CLIENT_SECRET",
  "PAYPAL_WEBHOOK_ID",
  "PAYPAL_PLAN_MONTHLY",
  "PAYPAL_PLAN_ANNUAL",
] as const;

/** The account at the payment provider, or null where payment is not set up. */
export function payPalOf(given: PaymentVariables) {
  if (PAYMENT_VARIABLES.some((name) => given[name] === "")) return null;
  return {
    baseUrl: given.PAYPAL_BASE_URL,
    sdkUrl: given.PAYPAL_SDK_URL,
    clientId: given.PAYPAL_CLIENT_ID,
    clientSecret: given.PAYPAL_CLIENT_SECRET,
    webhookId: given.PAYPAL_WEBHOOK_ID,
    /** The plans on offer at PayPal, and one that is recognised and not sold. */
    plans: {
      monthly: given.PAYPAL_PLAN_MONTHLY,
      annual: given.PAYPAL_PLAN_ANNUAL,
      quarterly: given.PAYPAL_PLAN_QUARTERLY || null,
    },
  };
}

type TurnstileVariables = Record<"TURNSTILE_SITE_KEY" | "TURNSTILE_SECRET_KEY" | "TURNSTILE_BASE_URL", string>;

/** Cloudflare's check for people, or null where its keys are not set. */
export function turnstileOf(given: TurnstileVariables) {
  if (given.TURNSTILE_SITE_KEY === "" || given.TURNSTILE_SECRET_KEY === "") return null;
  return {
    siteKey: given.TURNSTILE_SITE_KEY,
    secretKey: given.TURNSTILE_SECRET_KEY,
    baseUrl: given.TURNSTILE_BASE_URL,
  };
}
