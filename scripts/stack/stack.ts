import { join } from "node:path";
import { startSandbox } from "#sandbox/start-sandbox.ts";
import { seed } from "../seed/seed.ts";
import { writeDevVars } from "./dev-vars.ts";
import { runTool } from "./run-tool.ts";
import { startWorker } from "./worker.ts";

export type StackOptions = {
  port: number;
  sandboxPort: number;
  /** Where local D1, R2 and logs live. */
  stateDir: string;
  varsFile: string;
  onStep: (text: string) => void;
};

export type Stack = {
  appUrl: string;
  sandboxUrl: string;
  logFile: string;
  /** Resolves when the Worker ends by itself. */
  workerExited: Promise<number | null>;
  stop: () => Promise<void>;
};

/** Brings the local database of a state folder up to the newest migration. @throws PlainError */
export function migrate(stateDir: string): Promise<void> {
  const args = ["d1", "migrations", "apply", "DB", "--local", "--persist-to", stateDir];
  return runTool("wrangler", args, { quiet: true, what: "The migration of the local database" });
}

/** Brings up the whole product on this machine: build, migrations, seed, sandbox, Worker. @throws PlainError */
export async function startStack({ port, sandboxPort, stateDir, varsFile, onStep }: StackOptions): Promise<Stack> {
  const appUrl = `http://localhost:${port}`;
  const sandboxUrl = `http://localhost:${sandboxPort}`;
  writeDevVars(varsFile, { appUrl, sandboxUrl });

  onStep("Building pages and mails");
  await runTool(process.execPath, ["scripts/build.ts"], { what: "The build" });
  onStep("Migrating the local database");
  await migrate(stateDir);
  onStep("Seeding");
  await seed({ stateDir, now: Date.now() });

  onStep("Starting the sandbox and the Worker");
  const sandbox = await startSandbox({ port: sandboxPort });
  const logFile = join(stateDir, "worker.log");
  try {
    const worker = await startWorker({ port, stateDir, varsFile, logFile });
    const stop = async () => {
      await worker.stop();
      await sandbox.close();
    };
    return { appUrl, sandboxUrl, logFile, workerExited: worker.exited, stop };
  } catch (error) {
    await sandbox.close();
    throw error;
  }
}
