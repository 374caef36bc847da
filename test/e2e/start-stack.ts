import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import getPort from "get-port";
import { findBrowser } from "../../scripts/browser/find-browser.ts";
import { startStack } from "../../scripts/stack/stack.ts";

/**
 * One stack for a run of screenshots or a bench: like `npm start`, without the minute's ticks. For pictures of a large
 * installation, set `DAYBOLT_STATE_DIR=.wrangler/large`, which npm run seed:large fills.
 */
export default async function startStackOfTheRun(): Promise<() => Promise<void>> {
  process.env.CHROMIUM_PATH = await findBrowser((text) => console.log(`${text} …`));
  const kept = process.env.DAYBOLT_STATE_DIR;
  const stateDir = kept ?? mkdtempSync(join(tmpdir(), "daybolt-journeys-"));
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
    if (kept === undefined) rmSync(stateDir, { recursive: true, force: true });
  };
}
