import { fileURLToPath } from "node:url";

/** The repository's root, regardless of the working directory. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
export const CLIENT = `${ROOT}dist/client`;
export const TEMPLATES = `${ROOT}dist/mails/templates.json`;
/** In a folder that the Worker never serves under its own path. */
export const COMMON_PASSWORDS = `${CLIENT}/public/common-passwords.txt`;
