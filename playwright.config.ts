import { defineConfig } from "@playwright/test";

const isRoot = process.getuid?.() === 0;
const report = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE;

/**
 * Journeys in real Chromium. Each worker has a whole stack of its own (test/e2e/support/journey.ts). `npm test` runs the project `fast`;
 * `npm run test:all` runs `deep` as well, which holds what is tagged so.
 */
export default defineConfig({
  testDir: "test/e2e",
  outputDir: "test-results/journeys",
  globalSetup: "./test/e2e/stack/prepare-run.ts",
  projects: [
    { name: "fast", grepInvert: /@deep/ },
    { name: "deep", grep: /@deep/ },
  ],
  fullyParallel: true,
  workers: 2,
  // Nets for a busy machine, not budgets.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: report ? [["list"], ["json", { outputFile: report }]] : "list",
  use: {
    // Recording takes a third of the run's time; a failure without it still says what stood on the page.
    trace: process.env.TRACE ? "retain-on-failure" : "off",
    viewport: { width: 1280, height: 900 },
    // Requests that a service worker makes pass by a journey's own answers; the worker has journeys of its own.
    serviceWorkers: "block",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        ...(isRoot ? ["--no-sandbox"] : []),
        "--autoplay-policy=no-user-gesture-required",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
