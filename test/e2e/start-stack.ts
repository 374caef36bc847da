import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import getPort from "get-port";
import { findBrowser } from "../../scripts/browser/find-browser.ts";
import { startStack } from "../../scripts/stack/stack.ts";

/** One stack for a bench: like `npm start` on a new database, without the minute's ticks. */
export default async function startStackOfTheRun(): Promise<() => Promise<void>> {
  process.env.CHROMIUM_PATH = await findBrowser((text) => console.log(`${text} …`));
  const stateDir = mkdtempSync(join(tmpdir(), "daybolt-journeys-"));
  const stack = await startStack({
    port: await getPort(),
    sandboxPort: await getPort(),
    stateDir,
    varsFile: join(stateDir, "vars"),
    onStep: (text) => console.log(`${text} …`),
  });
  process.env.DAYBOLT_APP_URL = stack.appUrl;
  process.env.DAYBOLT_SANDBOX_URL = stack.sandboxUrl;
  return async () => {
    await stack.stop();
    rmSync(stateDir, { recursive: true, force: true });
  };
}
