import { fileURLToPath } from "node:url";

/** The repository's root, whichever directory the script was started in. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
export const DIST = `${ROOT}dist`;
export const CLIENT = `${DIST}/client`;
export const TEMPLATES = `${DIST}/mails/templates.json`;
