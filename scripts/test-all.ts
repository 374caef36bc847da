import { readArguments } from "./stack/read-arguments.ts";
import { DEEP_PROOFS, PROOFS, playwright, runSteps } from "./testing/steps.ts";

/** All of `npm test`, then the deeper tests: chaos, fuzz, the matrix, lives, and every journey of both tiers. */
readArguments({ usage: "Usage: npm run test:all\n\nnpm test plus the slow tests; about 45 minutes." });
await runSteps(...PROOFS, [DEEP_PROOFS], [playwright("All journeys")]);
