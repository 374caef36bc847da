import { fileURLToPath } from "node:url";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { PAYPAL_SANDBOX } from "./sandbox/paypal/paypal-settings.ts";
import { RESEND_SANDBOX_SECRET } from "./sandbox/resend/mail-events.ts";
import { chaosOf } from "./test/chaos/chaos-settings.ts";
import { MUTANTS as CHAOS_MUTANTS } from "./test/chaos/mutants.ts";
import { fuzzOf } from "./test/fuzz/fuzz-settings.ts";
import { MUTANTS as MATRIX_MUTANTS } from "./test/matrix/mutants.ts";
import { mutate } from "./test/support/mutate.ts";

// Wrangler would warn once per file of missing secrets, which the tests bind below.
process.env.WRANGLER_LOG ??= "error";

// The run prints its seed; --sequence.seed repeats the order.
const sequence = { shuffle: { tests: true, files: true } };
// The timeouts are a net for a busy machine, not a budget.
const COMMON = { testTimeout: 120_000, hookTimeout: 240_000, expect: { poll: { timeout: 30_000 } }, sequence };

/** Tests that start wrangler, which takes its time: `npm run check` goes without them. */
const STACK_TESTS = [
  "scripts/seed/seed.test.ts",
  "scripts/build/bundles.test.ts",
  "scripts/backup/rehearse.test.ts",
  "scripts/deploy/release/release-by-wrangler.test.ts",
];

/**
 * `unit` and `stack` run in Node, `web` (components) in a simulated browser, `worker` in workerd with real D1, R2, queues and rate
 * limits; mail goes to the sandbox of the run.
 */
export default defineConfig({
  test: {
    // The Worker logs a line per request; only those of failing tests are worth reading.
    silent: "passed-only",
    sequence,
    projects: [
      {
        test: {
          name: "unit",
          include: ["{domain,sandbox,scripts,mails,web,lint,docs,test/support,test/membership}/**/*.test.ts"],
          exclude: STACK_TESTS,
          environment: "node",
          // Functions without state of their own: what the files import is loaded once, in a third of the time.
          isolate: false,
          ...COMMON,
        },
      },
      {
        test: {
          name: "stack",
          include: STACK_TESTS,
          environment: "node",
          ...COMMON,
        },
      },
      {
        // The browser's build, which Node's conditions do not choose.
        resolve: {
          alias: {
            "tus-js-client": fileURLToPath(
              new URL("node_modules/tus-js-client/lib.es5/browser/index.js", import.meta.url),
            ),
          },
        },
        test: {
          name: "web",
          include: ["web/**/*.test.tsx"],
          environment: "happy-dom",
          // The window and the libraries are loaded once; the set-up file has each file begin anew.
          isolate: false,
          setupFiles: ["./test/web/begin-anew.ts"],
          ...COMMON,
        },
      },
      {
        // Its modules name Node's files, which a browser's field leaves out and the test runner's loader does not understand.
        resolve: {
          alias: {
            mediabunny: fileURLToPath(new URL("node_modules/mediabunny/dist/bundles/mediabunny.mjs", import.meta.url)),
          },
        },
        plugins: [
          ...mutate(CHAOS_MUTANTS, process.env.CHAOS_MUTANT),
          // Several at once, parted by |: where each is seen on routes of its own, one run tells of all.
          ...(process.env.MATRIX_MUTANT?.split("|") ?? []).flatMap((name) => mutate(MATRIX_MUTANTS, name)),
          cloudflareTest(async () => ({
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: {
              bindings: {
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
                TEST_MIGRATIONS: await readD1Migrations("./db/migrations"),
              },
            },
          })),
        ],
        test: {
          name: "worker",
          // One workerd for many files instead of one each: a quarter of the time. The set-up file empties its storage.
          isolate: false,
          include: ["{worker,db,test/chaos,test/fuzz}/**/*.test.ts"],
          globalSetup: ["./test/worker/run-sandbox.ts"],
          provide: {
            isLargeHouse: process.env.LARGE_HOUSE !== undefined,
            chaos: chaosOf(process.env),
            fuzz: fuzzOf(process.env),
          },
          setupFiles: ["./test/worker/apply-migrations.ts"],
          ...COMMON,
        },
      },
    ],
  },
});
