import { join } from "node:path";

/** The variable by which the run's preparation tells Playwright's workers what they start from. */
export const RUN_FOLDER = "DAYBOLT_RUN_FOLDER";

export const bundleOf = (folder: string) => join(folder, "bundle");
export const stateOf = (folder: string) => join(folder, "state");
