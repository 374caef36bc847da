import { readArguments } from "./stack/read-arguments.ts";
import { PROOFS, playwright, runSteps } from "./testing/steps.ts";

/** Tests the whole product within ten minutes. Journeys run alone, so each of their two workers has its own core. */
readArguments({
  usage:
    "Usage: npm test\n\nWhat CI runs: npm run check, the Worker's tests, and journeys in Chromium; about ten minutes.",
});
await runSteps(...PROOFS, [playwright("Journeys", "--project=fast")]);
