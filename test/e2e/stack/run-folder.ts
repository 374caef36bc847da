import { join } from "node:path";

/** The variable that passes the prepared folder to Playwright's workers. */
export const RUN_FOLDER = "DAYBOLT_RUN_FOLDER";

export const bundleOf = (folder: string) => join(folder, "bundle");
export const stateOf = (folder: string) => join(folder, "state");
