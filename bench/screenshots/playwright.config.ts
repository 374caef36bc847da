import { defineConfig } from "@playwright/test";
import journeys from "../../playwright.config.ts";

/** Pictures of every page and state for people to look at, in screenshots/; not part of `npm test`. */
export default defineConfig({
  ...journeys,
  projects: [{ name: "screenshots" }],
  use: { ...journeys.use, baseURL: process.env.DAYBOLT_APP_URL },
  testDir: ".",
  globalSetup: "../../test/e2e/start-stack.ts",
  outputDir: "../../test-results/screenshots",
  reporter: "list",
});
