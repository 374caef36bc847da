/**
 * Tests that take long for what they add. `npm run test:all` runs them (projects `deep-unit`, `deep-stack`, and
 * `deep-worker`); `npm test` doesn't.
 */
export const DEEP_TESTS = {
  unit: [
    // Random lives of memberships, and thousands of instants against the runtime's own calendar.
    "test/membership/**/*.test.ts",
    "test/support/instants-oracle.test.ts",
    "scripts/deploy/release/release.test.ts",
  ],
  stack: [
    // Each starts wrangler, Vite, a build, or every command.
    "scripts/build/bundles.test.ts",
    "scripts/help.test.ts",
    "scripts/dev/dev-server.test.ts",
    "scripts/stack/migrate.test.ts",
    "scripts/seed/seed.test.ts",
    "scripts/seed/house/house.test.ts",
    "scripts/seed/house/past-mornings.test.ts",
    "scripts/backup/rehearse.test.ts",
    "scripts/deploy/release/release-by-wrangler.test.ts",
  ],
  worker: [
    "test/chaos/**/*.test.ts",
    "test/fuzz/**/*.test.ts",
    // Every route, as every caller, about everything.
    "worker/entry/api-matrix.test.ts",
    // The cost of calls, deliveries, and hours on a large database.
    "worker/entry/growth.test.ts",
    "worker/entry/hourly-scale.test.ts",
    // Two days of crons for a thousand imported members.
    "worker/account/invitations/no-other-mails.test.ts",
    "worker/entry/query-plans.test.ts",
    "worker/wake-up/slots/budgets.test.ts",
    "worker/wake-up/batches/delivery-size.test.ts",
    // Databases as 0.1.0 left them.
    "worker/entry/migrations.test.ts",
    // Calls that PayPal fails or never answers, retried after pauses in real time.
    "worker/money/subscriptions/silence*.test.ts",
    "worker/money/subscriptions/trouble.test.ts",
    "worker/money/subscriptions/one-in-trouble.test.ts",
    // Hundreds of events from one network.
    "worker/money/paypal/webhook-floods.test.ts",
    "worker/entry/storage-outages.test.ts",
    "worker/entry/provider-outages.test.ts",
  ],
};
