import type { D1Migration } from "cloudflare:test";
import type { Env as WorkerEnv } from "#worker/kernel/env.ts";

declare global {
  namespace Cloudflare {
    interface GlobalProps {
      mainModule: typeof import("../../worker/index.ts");
    }
    interface Env extends WorkerEnv {
      TEST_MIGRATIONS: D1Migration[];
      /** SQL that gives an empty database the migrations' schema. */
      TEST_SCHEMA: string;
      RESEND_BASE_URL: string;
      PAYPAL_SDK_URL: string;
      APP_URL: string;
      APP_SECRET: string;
      ADMIN_PASSWORD: string;
    }
  }
}
