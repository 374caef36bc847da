import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "../../scripts/stack/ports.ts";
import { startStack } from "../../scripts/stack/stack.ts";

/** The same stack as `npm start`, without the minute's ticks: journeys fire their own. */
export default async function startStackOfTheRun(): Promise<() => Promise<void>> {
  const stateDir = mkdtempSync(join(tmpdir(), "daybolt-journeys-"));
  const stack = await startStack({
    port: await findFreePort(),
    sandboxPort: await findFreePort(),
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
