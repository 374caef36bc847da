import { findBrowser } from "./browser/find-browser.ts";
import { exitWith } from "./stack/run-tool.ts";
import { BUILD, playwright, READING, runSteps, vitest } from "./testing/steps.ts";

try {
  const browser = await findBrowser((text) => console.log(`\n${text} …`));
  await runSteps(
    [BUILD],
    READING,
    [vitest("Unit, component and workerd tests")],
    [playwright("Browser journeys", browser)],
  );
} catch (error) {
  exitWith(error);
}
