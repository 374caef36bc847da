import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS } from "#domain/durations.ts";
import { CADENCES } from "#domain/rules/cadences.ts";
import { readDevVars } from "./dev-vars.ts";
import { PlainError, TOOL_ENV } from "./run-tool.ts";

// Generous, for a busy machine: a Worker that exits on its own is noticed right away.
const READY_WITHIN_MS = 240_000;

export type WorkerOptions = {
  port: number;
  stateDir: string;
  varsFile: string;
  logFile: string;
  /** Print build errors after an edit on the terminal. */
  isDev: boolean;
};
export type RunningWorker = { url: string; stop: () => Promise<void>; exited: Promise<number | null> };

function stopGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has already ended.
  }
}

async function waitUntilReady(url: string, exited: Promise<number | null>): Promise<boolean> {
  const deadline = Date.now() + READY_WITHIN_MS;
  let isDead = false;
  void exited.then(() => {
    isDead = true;
  });
  while (Date.now() < deadline && !isDead) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return true;
    await sleep(200);
  }
  return false;
}

/** Starts the Worker in workerd, with D1, R2, and queues on disk, and waits until it responds. @throws PlainError */
export async function startWorker(options: WorkerOptions): Promise<RunningWorker> {
  const { port, stateDir, varsFile, logFile, isDev } = options;
  mkdirSync(dirname(logFile), { recursive: true });
  // Wrangler ignores variables in the file that wrangler.toml doesn't name, and optional secrets can't be named there.
  const vars = [...readDevVars(varsFile)].flatMap(([name, value]) => ["--var", `${name}:${value}`]);
  const fixed = "dev --config wrangler.toml --ip localhost --inspector-port 0 --show-interactive-dev-session=false";
  const args = [...fixed.split(" "), "--port", String(port), "--persist-to", stateDir, "--env-file", varsFile, ...vars];
  const child = spawn("wrangler", args, {
    stdio: ["ignore", "pipe", "pipe"],
    // Its own process group: wrangler starts workerd, and Ctrl-C must end both, once, in our order.
    detached: true,
    env: {
      ...process.env,
      ...TOOL_ENV,
      WRANGLER_REGISTRY_PATH: `${stateDir}/registry`,
      // The log must have the Worker's lines, even if this process silences wrangler.
      WRANGLER_LOG: "log",
      // The pages are already built, and edits of the Worker shouldn't wait for them.
      DAYBOLT_BUILD: "mails",
    },
  });
  const log = createWriteStream(logFile);
  child.stdout?.pipe(log);
  child.stderr?.pipe(log);
  if (isDev) child.stderr?.pipe(process.stderr);
  const exited = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  process.once("exit", () => stopGroup(child, "SIGKILL"));
  const stop = async () => {
    stopGroup(child, "SIGTERM");
    const isDown = await Promise.race([exited.then(() => true), sleep(5000).then(() => false)]);
    if (!isDown) stopGroup(child, "SIGKILL");
  };
  const url = `http://localhost:${port}`;
  if (await waitUntilReady(url, exited)) return { url, stop, exited };
  await stop();
  const tail = readFileSync(logFile, "utf8").trim().split("\n").slice(-20).join("\n");
  throw new PlainError(`${tail}\n\nThe Worker didn't start. Its full log: ${logFile}`);
}

/** Runs a cron of the Worker for an instant (epoch ms), by default the minute's. workerd runs no crons on its own. */
export async function tick(appUrl: string, at: number, cron: string = CADENCES.tick.cron): Promise<void> {
  const query = new URLSearchParams({ cron, time: String(at) });
  const response = await fetch(`${appUrl}/cdn-cgi/local/scheduled?${query}`);
  const answer = await response.text();
  if (!response.ok) throw new Error(`The cron run failed with ${response.status}: ${answer.slice(0, 200)}`);
}

const HOURLY_MINUTE = Number(CADENCES.hourly.cron.split(" ")[0]);
const [CHECK_FROM = 0, CHECK_TO = 0, CHECK_EVERY = 1] = (CADENCES.check.cron.split(" ")[0] ?? "")
  .split(/[-/]/)
  .map(Number);

/** Crons due in the minute of an instant (epoch ms); all of them on the first run. */
export function cronsAt(at: number, { isFirst = false } = {}): string[] {
  const minute = new Date(at).getUTCMinutes();
  const isCheck = minute >= CHECK_FROM && minute <= CHECK_TO && (minute - CHECK_FROM) % CHECK_EVERY === 0;
  return [
    CADENCES.tick.cron,
    ...(isFirst || minute === HOURLY_MINUTE ? [CADENCES.hourly.cron] : []),
    ...(isFirst || isCheck ? [CADENCES.check.cron] : []),
  ];
}

/** Runs all crons now, then each when it's due, one at a time. Returns a function that stops it. */
export function startCron(appUrl: string, onError: (error: unknown) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let isFirst = true;
  const tickAndWait = async () => {
    const minute = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
    const crons = cronsAt(minute, { isFirst });
    isFirst = false;
    for (const cron of crons) {
      await tick(appUrl, minute, cron).catch((error) => isStopped || onError(error));
    }
    if (!isStopped) timer = setTimeout(tickAndWait, MINUTE_MS - (Date.now() % MINUTE_MS));
  };
  void tickAndWait();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
