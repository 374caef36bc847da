import { defineConfig } from "@playwright/test";
import journeys from "../../test/e2e/playwright.config.ts";

/** Pictures of every page and state for people to look at, in screenshots/; no part of `npm test`. */
export default defineConfig({
  ...journeys,
  testDir: ".",
  globalSetup: "../../test/e2e/start-stack.ts",
  outputDir: "../../test-results/screenshots",
  reporter: "list",
});
