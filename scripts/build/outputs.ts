import { fileURLToPath } from "node:url";

/** The repository's root, whichever directory the script was started in. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
export const CLIENT = `${ROOT}dist/client`;
export const TEMPLATES = `${ROOT}dist/mails/templates.json`;
/** Below a folder that the Worker answers nobody from under its own paths. */
export const COMMON_PASSWORDS = `${CLIENT}/public/common-passwords.txt`;
