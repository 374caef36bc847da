import { BUILD, READING, runSteps, vitest } from "./testing/steps.ts";

/** The checks for most edits, in under a minute. The build comes first because types depend on its templates. */
await runSteps([BUILD], [...READING, vitest("Unit and component tests", "--project=unit", "--project=web")]);
