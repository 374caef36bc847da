import { defineConfig } from "@playwright/test";

const isRoot = process.getuid?.() === 0;
const report = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE;

/**
 * Journeys in real Chromium. Each worker has its own complete stack (test/e2e/support/journey.ts). `npm test` runs the
 * project `fast`; `npm run test:all` also runs `deep`, the tests with that tag.
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
  // Generous, for a busy machine; not budgets.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: report ? [["list"], ["json", { outputFile: report }]] : "list",
  use: {
    // Recording takes a third of the run's time, and even without it a failure shows the page's content.
    trace: process.env.TRACE ? "retain-on-failure" : "off",
    viewport: { width: 1280, height: 900 },
    // A service worker's requests bypass a journey's mocked routes; it has journeys of its own.
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
