import { conclude, runChecks } from "./testing/run-checks.ts";

conclude(await runChecks());
