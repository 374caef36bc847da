import { defineConfig } from "@playwright/test";

const isRoot = process.getuid?.() === 0;

/** Journeys in real Chromium against the whole stack, which `start-stack.ts` brings up on ports and data of its own. */
export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  outputDir: "../../test-results/journeys",
  globalSetup: "./start-stack.ts",
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [["list"], ["json", { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE }]],
  use: {
    baseURL: process.env.DAYBOLT_APP_URL,
    trace: "retain-on-failure",
    viewport: { width: 1280, height: 900 },
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
