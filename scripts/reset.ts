import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readDevVars } from "./stack/dev-vars.ts";
import { readArguments } from "./stack/read-arguments.ts";
import { PlainError } from "./stack/run-tool.ts";

const usage = `Usage: npm run reset

Deletes this machine's databases, media, logs, and secrets. The build and the packages stay.`;

readArguments({ usage });
const appUrl = readDevVars(".dev.vars").get("APP_URL");
const isRunning =
  appUrl !== undefined &&
  (await fetch(appUrl, { signal: AbortSignal.timeout(2000) }).then(
    () => true,
    () => false,
  ));
if (isRunning) throw new PlainError(`Something is still running at ${appUrl}. Stop npm start first.`);
const local = existsSync(".wrangler") ? readdirSync(".wrangler").filter((name) => name !== "deploy") : [];
// Deletes local databases, media, logs, and secrets. The build, packages, and the redirect to an installation stay.
for (const path of [...local.map((name) => join(".wrangler", name)), ".dev.vars"])
  rmSync(path, { recursive: true, force: true });
console.log("Local data deleted. npm start creates it again.");
