import { exitWith } from "./stack/run-tool.ts";
import { BUILD, runSteps, vitest } from "./testing/steps.ts";

/** What every run has no time for: what the administrator's calls cost in a house of the size that the product is built for. */
try {
  process.env.LARGE_HOUSE = "1";
  const file = ["--project", "worker", "worker/admin/admin-scale.test.ts", "--silent=false"];
  await runSteps([BUILD], [vitest("The administrator's calls in a large house", ...file)]);
} catch (error) {
  exitWith(error);
}
