import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import getPort from "get-port";
import { startStack } from "../../scripts/stack/stack.ts";

/** The same stack as `npm start`, without the minute's ticks: journeys fire their own. */
export default async function startStackOfTheRun(): Promise<() => Promise<void>> {
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
  process.env.DAYBOLT_WORKER_LOG = stack.logFile;
  return async () => {
    await stack.stop();
    rmSync(stateDir, { recursive: true, force: true });
  };
}
