import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { PAYPAL_SANDBOX } from "#sandbox/paypal/paypal-settings.ts";
import { RESEND_SANDBOX_SECRET } from "#sandbox/resend/mail-events.ts";
import { schemaOf } from "./schema.ts";

// Wrangler would warn once per file of missing secrets, which the tests bind below.
process.env.WRANGLER_LOG ??= "error";

/** workerd with the bindings of `wrangler.toml`; each vitest worker has one of its own. */
export const workerd = () =>
  cloudflareTest(async () => {
    const migrations = await readD1Migrations("./db/migrations");
    const bindings = {
      ENVIRONMENT: "development",
      // Hashing at full cost takes a busy machine a second per password; worker/env.test.ts asserts production's.
      SCRYPT_COST: "16",
      APP_URL: "http://localhost:8787",
      APP_SECRET: "a-secret-that-only-the-tests-know-0123456789",
      ADMIN_PASSWORD: "an-admin-password-for-tests",
      RESEND_API_KEY: "re_test",
      // Tests that are about the pace set one of their own.
      RESEND_RATE: "1000",
      RESEND_WEBHOOK_SECRET: RESEND_SANDBOX_SECRET,
      MAIL_FROM: "Daybolt <wake-up@daybolt.test>",
      SUPPORT_MAILBOX: "operator@daybolt.test",
      UNSUBSCRIBE_ADDRESS: "unsubscribe@daybolt.test",
      PAYPAL_CLIENT_ID: PAYPAL_SANDBOX.clientId,
      PAYPAL_CLIENT_SECRET: PAYPAL_SANDBOX.clientSecret,
      PAYPAL_WEBHOOK_ID: PAYPAL_SANDBOX.webhookId,
      PAYPAL_PLAN_MONTHLY: PAYPAL_SANDBOX.plans.monthly,
      PAYPAL_PLAN_ANNUAL: PAYPAL_SANDBOX.plans.annual,
      PAYPAL_PLAN_QUARTERLY: PAYPAL_SANDBOX.plans.quarterly,
      TEST_MIGRATIONS: migrations,
      TEST_SCHEMA: schemaOf(migrations),
    };
    return { wrangler: { configPath: "./wrangler.toml" }, miniflare: { bindings } };
  });
