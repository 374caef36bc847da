import { DEEP_PROOFS, PROOFS, playwright, runSteps } from "./testing/steps.ts";

/** All of `npm test`, then the deeper tests: chaos, fuzz, the matrix, lives, and every journey of both tiers. */
await runSteps(...PROOFS, [DEEP_PROOFS], [playwright("All journeys")]);
