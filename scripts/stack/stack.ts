import { spawn } from "node:child_process";
import { join } from "node:path";
import { startSandbox } from "#sandbox/start-sandbox.ts";
import { seed } from "../seed/seed.ts";
import { writeDevVars } from "./dev-vars.ts";
import { PlainError, runTool } from "./run-tool.ts";
import { startWorker } from "./worker.ts";

/** Where the local databases and media of npm start lie, and those that npm run seed:large makes beside them. */
export const STATE_DIR = ".wrangler/state";
export const LARGE_STATE_DIR = ".wrangler/large";

export type StackOptions = {
  port: number;
  sandboxPort: number;
  /** Where local D1, R2 and logs live. */
  stateDir: string;
  varsFile: string;
  /** Build and start over after every edit. */
  watch?: boolean;
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
  const args = ["d1", "migrations", "apply", "DB", "--local", "--persist-to", stateDir, "--config", "wrangler.toml"];
  return runTool("wrangler", args, { quiet: true, what: "The migration of the local database" });
}

/** Builds after every edit until it is stopped. Resolves after the first build. @throws PlainError */
function watchBuild(): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["scripts/build.ts", "--watch"], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    child.once("message", () => resolve(() => child.kill()));
    child.once("exit", () => reject(new PlainError("The build failed.")));
  });
}

async function build(watch: boolean): Promise<() => void> {
  if (watch) return watchBuild();
  await runTool(process.execPath, ["scripts/build.ts"], { what: "The build" });
  return () => undefined;
}

/** Brings up the whole product on this machine: build, migrations, seed, sandbox, Worker. @throws PlainError */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { port, sandboxPort, stateDir, varsFile, watch = false, onStep } = options;
  const appUrl = `http://localhost:${port}`;
  const sandboxUrl = `http://localhost:${sandboxPort}`;
  writeDevVars(varsFile, { appUrl, sandboxUrl });

  onStep("Building pages and mails");
  const stopBuild = await build(watch);
  onStep("Migrating the local database");
  await migrate(stateDir);
  onStep("Seeding");
  await seed({ stateDir, now: Date.now() });

  onStep("Starting the sandbox and the Worker");
  const sandbox = await startSandbox({
    port: sandboxPort,
    webhookUrl: `${appUrl}/api/paypal/webhook`,
    workerUrl: appUrl,
  });
  const logFile = join(stateDir, "worker.log");
  try {
    const worker = await startWorker({ port, stateDir, varsFile, logFile, watch });
    const stop = async () => {
      stopBuild();
      await worker.stop();
      await sandbox.close();
    };
    return { appUrl, sandboxUrl, logFile, workerExited: worker.exited, stop };
  } catch (error) {
    await sandbox.close();
    throw error;
  }
}
