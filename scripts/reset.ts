import { rmSync } from "node:fs";
import { readDevVars } from "./stack/dev-vars.ts";
import { exitWith, PlainError } from "./stack/run-tool.ts";

try {
  const appUrl = readDevVars(".dev.vars").get("APP_URL");
  const isRunning =
    appUrl !== undefined &&
    (await fetch(appUrl, { signal: AbortSignal.timeout(2000) }).then(
      () => true,
      () => false,
    ));
  if (isRunning) throw new PlainError(`Something still runs at ${appUrl}. Stop npm start first.`);
  // Local databases, media, logs and generated secrets; the build and the packages stay.
  for (const path of [".wrangler", ".dev.vars"]) rmSync(path, { recursive: true, force: true });
  console.log("The local data is gone. npm start makes it anew.");
} catch (error) {
  exitWith(error);
}
