import { defineConfig } from "@playwright/test";

const isRoot = process.getuid?.() === 0;
const report = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE;

/** Journeys in real Chromium against the whole stack, which `start-stack.ts` brings up on ports and data of its own. */
export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  outputDir: "../../test-results/journeys",
  globalSetup: "./start-stack.ts",
  fullyParallel: true,
  workers: 2,
  // Nets for a busy machine, not budgets.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: report ? [["list"], ["json", { outputFile: report }]] : "list",
  use: {
    baseURL: process.env.DAYBOLT_APP_URL,
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
