import { PAYPAL_SANDBOX } from "./paypal/paypal-settings.ts";
import { RESEND_SANDBOX_SECRET } from "./resend/mail-events.ts";

/** Variables of a Worker that uses the sandbox, in tests and in npm start. */
export const SANDBOX_VARS = {
  ENVIRONMENT: "development",
  // The sandbox's own limit.
  RESEND_RATE: "1000",
  RESEND_WEBHOOK_SECRET: RESEND_SANDBOX_SECRET,
  MAIL_FROM: "Daybolt <wake-up@daybolt.test>",
  SUPPORT_MAILBOX: "operator@daybolt.test",
  PUSH_HOSTS: "push.daybolt.test",
  UNSUBSCRIBE_ADDRESS: "unsubscribe@daybolt.test",
  PAYPAL_CLIENT_ID: PAYPAL_SANDBOX.clientId,
  PAYPAL_CLIENT_SECRET: PAYPAL_SANDBOX.clientSecret,
  PAYPAL_WEBHOOK_ID: PAYPAL_SANDBOX.webhookId,
  PAYPAL_PLAN_MONTHLY: PAYPAL_SANDBOX.plans.monthly,
  PAYPAL_PLAN_ANNUAL: PAYPAL_SANDBOX.plans.annual,
  PAYPAL_PLAN_QUARTERLY: PAYPAL_SANDBOX.plans.quarterly,
};
