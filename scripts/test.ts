import { PROOFS, playwright, runSteps } from "./testing/steps.ts";

/** What proves the product right, within ten minutes. Nothing runs beside the journeys: each of their two workers has a core. */
await runSteps(...PROOFS, [playwright("Journeys", "--project=fast")]);
