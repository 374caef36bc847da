import { BUILD, READING, runSteps, vitest } from "./testing/steps.ts";

/** What most edits need to know, within a minute; `npm test` is the whole. The build comes first: types read its templates. */
await runSteps([BUILD], [...READING, vitest("Unit and component tests", "--project=unit", "--project=web")]);
