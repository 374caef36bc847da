import { PROOFS, playwright, runSteps } from "./testing/steps.ts";

/** Tests the whole product within ten minutes. Journeys run alone, so each of their two workers has its own core. */
await runSteps(...PROOFS, [playwright("Journeys", "--project=fast")]);
