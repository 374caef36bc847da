import { join } from "node:path";
import { startSandbox } from "#sandbox/start-sandbox.ts";
import { openHouse } from "../seed/house/open-house.ts";
import { seed } from "../seed/seed.ts";
import { writeDevVars } from "./dev-vars.ts";
import { migrate } from "./migrate.ts";
import { runTool } from "./run-tool.ts";
import { startWorker } from "./worker.ts";

/** Folders of the local databases and media: for npm start, and for npm run seed:large. */
export const STATE_DIR = ".wrangler/state";
export const LARGE_STATE_DIR = ".wrangler/large";

export type StackOptions = {
  /** Port of the site in the browser and in email links. */
  port: number;
  /** Port of the Worker if it differs: in `npm run dev`, Vite's dev server has the main one. */
  workerPort?: number;
  sandboxPort: number;
  /** Folder of the local D1, R2, and logs. */
  stateDir: string;
  varsFile: string;
  /** Give the demo members a past: progress, purchases, a gift. Tests have their own. */
  hasHouse?: boolean;
  onStep: (text: string) => void;
};

export type Stack = {
  appUrl: string;
  workerUrl: string;
  sandboxUrl: string;
  logFile: string;
  /** Resolves if the Worker ends on its own. */
  workerExited: Promise<number | null>;
  stop: () => Promise<void>;
};

/** Starts the whole product on this machine: build, migrations, seed, sandbox, Worker. @throws PlainError */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { port, workerPort = port, sandboxPort, stateDir, varsFile, hasHouse = false, onStep } = options;
  const appUrl = `http://localhost:${port}`;
  const workerUrl = `http://localhost:${workerPort}`;
  const sandboxUrl = `http://localhost:${sandboxPort}`;
  writeDevVars(varsFile, { appUrl, sandboxUrl });

  onStep("Building pages and emails");
  await runTool(process.execPath, ["scripts/build.ts"], { what: "The build" });
  onStep("Migrating the local database");
  await migrate(stateDir);
  onStep("Filling the local database");
  const house = await seed({ stateDir, now: Date.now(), houseAt: hasHouse ? appUrl : undefined });

  onStep("Starting the sandbox and the Worker");
  const webhookUrl = `${workerUrl}/api/paypal/webhook`;
  const sandbox = await startSandbox({
    port: sandboxPort,
    webhookUrl,
    workerUrl,
    pastPurchases: house?.past,
    ...(house && { keptIn: stateDir }),
  });
  const logFile = join(stateDir, "worker.log");
  try {
    const isDev = workerPort !== port;
    const worker = await startWorker({ port: workerPort, stateDir, varsFile, logFile, isDev });
    if (house) await openHouse({ workerUrl, sandboxUrl }, house);
    const stop = async () => {
      await worker.stop();
      await sandbox.close();
    };
    return { appUrl, workerUrl, sandboxUrl, logFile, workerExited: worker.exited, stop };
  } catch (error) {
    await sandbox.close();
    throw error;
  }
}
