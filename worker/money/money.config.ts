import * as z from "zod";
import { DAY_MS } from "#domain/durations.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { allOrNone, count, optional } from "../kernel/variables.ts";

/** Required to take payments: all five or none. */
export const PAYMENT_VARIABLES = [
  "PAYPAL_CLIENT_ID",
  "PAYPAL_CLIENT_SECRET",
  "PAYPAL_WEBHOOK_ID",
  "PAYPAL_PLAN_MONTHLY",
  "PAYPAL_PLAN_ANNUAL",
] as const;

export const moneyConfig = z
  .object({
    // All five empty: nothing is for sale.
    PAYPAL_CLIENT_ID: optional,
    PAYPAL_CLIENT_SECRET: optional,
    PAYPAL_WEBHOOK_ID: optional,
    PAYPAL_PLAN_MONTHLY: optional,
    PAYPAL_PLAN_ANNUAL: optional,
    /** A plan that is recognized but not sold. */
    PAYPAL_PLAN_QUARTERLY: optional,
    PAYPAL_BASE_URL: z.url().default("https://api-m.paypal.com"),
    PAYPAL_SDK_URL: z.url().default("https://www.paypal.com/sdk/js"),
    PAYMENT_GRACE_DAYS: count
      .min(SERVICE_TERMS.suspensionAfterDays, `must be at least ${SERVICE_TERMS.suspensionAfterDays}`)
      .default(SERVICE_TERMS.paymentGraceDays),
    CHECKOUT_MAX_PER_NETWORK: count.default(30),
  })
  .superRefine(
    // Secrets are set separately and outlive variables. The secret alone means that nothing is for sale.
    allOrNone(
      PAYMENT_VARIABLES,
      "is missing although other PAYPAL_ variables are set",
      (name) => name !== "PAYPAL_CLIENT_SECRET",
    ),
  )
  .transform((given) => ({
    /** The PayPal account; null if payment isn't set up. */
    paypal: PAYMENT_VARIABLES.some((name) => given[name] === "")
      ? null
      : {
          baseUrl: given.PAYPAL_BASE_URL,
          sdkUrl: given.PAYPAL_SDK_URL,
          clientId: given.PAYPAL_CLIENT_ID,
          clientSecret: given.PAYPAL_CLIENT_SECRET,
          webhookId: given.PAYPAL_WEBHOOK_ID,
          plans: {
            monthly: given.PAYPAL_PLAN_MONTHLY,
            annual: given.PAYPAL_PLAN_ANNUAL,
            quarterly: given.PAYPAL_PLAN_QUARTERLY || null,
          },
        },
    paymentGraceMs: given.PAYMENT_GRACE_DAYS * DAY_MS,
    checkoutMaxPerNetwork: given.CHECKOUT_MAX_PER_NETWORK,
  }));
