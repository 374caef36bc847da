import { findBrowser } from "./browser/find-browser.ts";
import { exitWith } from "./stack/run-tool.ts";
import { playwrightCounts } from "./testing/read-reports.ts";
import { conclude, REPORTS, runChecks } from "./testing/run-checks.ts";
import { runStep } from "./testing/run-step.ts";

try {
  const checks = await runChecks();
  const browser = await findBrowser((text) => console.log(`\n${text} …`));
  const report = `${REPORTS}/journeys.json`;
  const journeys = await runStep({
    title: "Browser journeys",
    command: "playwright",
    args: ["test", "--config", "test/e2e/playwright.config.ts"],
    env: { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  conclude([...checks, playwrightCounts(report, journeys)]);
} catch (error) {
  exitWith(error);
}
