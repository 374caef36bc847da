import { cpSync, createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import getPort, { portNumbers } from "get-port";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from "wrangler";
import { startSandbox } from "../../../sandbox/start-sandbox.ts";
import { readDevVars, writeDevVars } from "../../../scripts/stack/dev-vars.ts";
import { bundleOf, stateOf } from "./run-folder.ts";

/**
 * Below the ports that systems give to whoever asks for any, so that nothing takes one between its choice and its use. Each run, by its
 * process, and each worker of it looks in a range of its own.
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

/** The bundled Worker in workerd, as wrangler.toml configures it: `wrangler dev` bundles anew and puts a proxy before it. */
async function startWorker({ folder, bundle, port, bindings, logFile }: WorkerOptions): Promise<Miniflare> {
  // Else Wrangler warns of secrets that the file does not hold and `bindings` do.
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
        // Nothing of a developer's own .dev.vars, which Wrangler reads as well.
        bindings: { ...vars, ...bindings },
        modules: [{ type: "ESModule", path: "index.js", contents: readFileSync(join(bundle, "index.js"), "utf8") }],
      },
    ],
  });
  const worker = new Miniflare(options);
  await worker.ready;
  return worker;
}

export type OwnStack = { appUrl: string; sandboxUrl: string; stop: () => Promise<void> };

/**
 * A stack of one Playwright worker: a copy of the prepared database and media, a sandbox and a Worker, on ports that no other worker
 * has. The Worker's log is test-results/worker-N.log.
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
  const worker = await startWorker({
    folder,
    bundle: bundleOf(runFolder),
    port,
    bindings: Object.fromEntries(readDevVars(varsFile)),
    logFile: `test-results/worker-${parallelIndex}.log`,
  });
  const stop = async () => {
    await worker.dispose();
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { appUrl, sandboxUrl, stop };
}
