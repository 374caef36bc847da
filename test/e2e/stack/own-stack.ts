import { cpSync, createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import getPort, { portNumbers } from "get-port";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from "wrangler";
import { startSandbox } from "../../../sandbox/start-sandbox.ts";
import { readDevVars, writeDevVars } from "../../../scripts/stack/dev-vars.ts";
import { bundleOf, stateOf } from "./run-folder.ts";

/**
 * Below the ports that systems assign, so that nothing takes one between its choice and its use. Each run, by process
 * ID, and each of its workers has its own range.
 */
const FIRST_PORT = 20_000;
const RUNS = 50;
const PORTS_A_RUN = 200;
const PORTS_A_WORKER = 50;

type WorkerOptions = {
  folder: string;
  bundle: string;
  port: number;
  bindings: Record<string, string>;
  logFile: string;
};

/** The bundled Worker in workerd, as wrangler.toml configures it; `wrangler dev` would bundle again and add a proxy. */
async function startWorker({ folder, bundle, port, bindings, logFile }: WorkerOptions): Promise<Miniflare> {
  // Otherwise wrangler warns about secrets that are missing in the file but set in `bindings`.
  process.env.WRANGLER_LOG ??= "error";
  const { vars } = unstable_readConfig({ config: "wrangler.toml" });
  const { workerOptions } = unstable_getMiniflareWorkerOptions("wrangler.toml");
  const log = createWriteStream(logFile);
  const options = convertV4MiniflareOptions({
    host: "localhost",
    port,
    unsafeTriggerHandlers: true,
    resourcePersistencePath: join(folder, "v3"),
    handleStructuredLogs: ({ message }) => void log.write(`${message}\n`),
    workers: [
      {
        ...workerOptions,
        name: "journeys",
        // Nothing from a developer's .dev.vars, which wrangler also reads.
        bindings: { ...vars, ...bindings },
        modules: [{ type: "ESModule", path: "index.js", contents: readFileSync(join(bundle, "index.js"), "utf8") }],
      },
    ],
  });
  const worker = new Miniflare(options);
  await worker.ready;
  return worker;
}

export type OwnStack = {
  appUrl: string;
  sandboxUrl: string;
  database: () => ReturnType<Miniflare["getD1Database"]>;
  /** Kills the Worker, whatever it's doing, and starts it on what it stored. */
  restart: () => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * A Playwright worker's stack: a copy of the prepared database and media, a sandbox, and a Worker, on ports of its own.
 * The Worker's log is test-results/worker-N.log.
 */
export async function startOwnStack(runFolder: string, parallelIndex: number): Promise<OwnStack> {
  const folder = mkdtempSync(join(runFolder, `worker-${parallelIndex}-`));
  cpSync(stateOf(runFolder), folder, { recursive: true });
  mkdirSync("test-results", { recursive: true });
  const from = FIRST_PORT + (process.ppid % RUNS) * PORTS_A_RUN + parallelIndex * PORTS_A_WORKER;
  const port = await getPort({ port: portNumbers(from, from + PORTS_A_WORKER - 1) });
  const sandboxPort = await getPort({ port: portNumbers(from, from + PORTS_A_WORKER - 1), exclude: [port] });
  const [appUrl, sandboxUrl] = [`http://localhost:${port}`, `http://localhost:${sandboxPort}`];
  const varsFile = join(folder, "vars");
  writeDevVars(varsFile, { appUrl, sandboxUrl });
  const sandbox = await startSandbox({
    port: sandboxPort,
    webhookUrl: `${appUrl}/api/paypal/webhook`,
    workerUrl: appUrl,
  });
  const options = {
    folder,
    bundle: bundleOf(runFolder),
    port,
    bindings: Object.fromEntries(readDevVars(varsFile)),
    logFile: `test-results/worker-${parallelIndex}.log`,
  };
  let worker = await startWorker(options);
  const restart = async () => {
    await worker.dispose();
    worker = await startWorker(options);
  };
  const stop = async () => {
    await worker.dispose();
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { appUrl, sandboxUrl, database: () => worker.getD1Database("DB"), restart, stop };
}
