import { readArguments } from "./stack/read-arguments.ts";
import { BUILD, READING, runSteps, vitest } from "./testing/steps.ts";

/** The checks for most edits, in under a minute. The build comes first because types depend on its templates. */
readArguments({
  usage: "Usage: npm run check\n\nBuild, lint, types, wording, unit and component tests; about a minute.",
});
await runSteps([BUILD], [...READING, vitest("Unit and component tests", "--project=unit", "--project=web")]);
