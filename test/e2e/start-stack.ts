import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import getPort from "get-port";
import { startStack } from "../../scripts/stack/stack.ts";

/**
 * The same stack as `npm start`, without the minute's ticks: journeys fire their own. Pictures of a large house are taken over
 * `DAYBOLT_STATE_DIR=.wrangler/large`, which npm run seed:large has filled.
 */
export default async function startStackOfTheRun(): Promise<() => Promise<void>> {
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
  process.env.DAYBOLT_WORKER_LOG = stack.logFile;
  return async () => {
    await stack.stop();
    if (kept === undefined) rmSync(stateDir, { recursive: true, force: true });
  };
}
