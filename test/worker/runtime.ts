import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { SANDBOX_VARS } from "#sandbox/worker-vars.ts";
import { makePushKey } from "../../scripts/stack/push-key.ts";
import { schemaOf } from "./schema.ts";

// Otherwise wrangler warns in every file about missing secrets, which tests bind below.
process.env.WRANGLER_LOG ??= "error";

/** workerd with the bindings of `wrangler.toml`; each vitest worker has its own. */
export const workerd = () =>
  cloudflareTest(async () => {
    const migrations = await readD1Migrations("./db/migrations");
    const bindings = {
      ...SANDBOX_VARS,
      // Low: at full cost, a busy machine takes a second per password. worker/kernel/env.test.ts checks production's.
      SCRYPT_COST: "16",
      APP_URL: "http://localhost:8787",
      APP_SECRET: "a-secret-that-only-the-tests-know-0123456789",
      ADMIN_PASSWORD: "an-admin-password-for-tests",
      RESEND_API_KEY: "re_test",
      PUSH_SECRET: makePushKey(),
      TEST_MIGRATIONS: migrations,
      TEST_SCHEMA: schemaOf(migrations),
    };
    return { wrangler: { configPath: "./wrangler.toml" }, miniflare: { bindings } };
  });
