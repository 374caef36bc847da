import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { RESEND_SANDBOX_SECRET } from "../../sandbox/resend/mail-events.ts";
import { readMigrations } from "./migrations.ts";

const LANES = ["daybolt-wake-up", "daybolt-wake-up-2", "daybolt-wake-up-3", "daybolt-wake-up-4"];
const MAIL_EVENTS = ["daybolt-mail-events", "daybolt-mail-events-2", "daybolt-mail-events-3", "daybolt-mail-events-4"];
const PUSHES = Array.from({ length: 10 }, (_, index) => `daybolt-push-${index + 1}`);
/** The asset settings of wrangler.toml, for page paths. */
const FILES = {
  directory: "dist/client",
  binding: "ASSETS",
  routerConfig: { has_user_worker: true, invoke_user_worker_ahead_of_assets: true },
  assetConfig: { html_handling: "none", not_found_handling: "none" },
} as const;

const bundled = new Map<string, string>();

/**
 * Builds the bundle that would be deployed, or one of `test/worker/` around it, such as the one that records its calls.
 * Functions keep their names for profiles.
 */
export function bundle(
  name: "index" | "recorded-worker" | "floor-worker" = "index",
  { keepsNames = false } = {},
): string {
  const known = bundled.get(name);
  if (known) return known;
  const outDir = join(tmpdir(), `daybolt-bench-${process.pid}-${name}`);
  const entry = name === "index" ? [] : [`test/worker/${name}.ts`];
  execFileSync(
    "wrangler",
    ["deploy", ...entry, "--config", "wrangler.toml", "--dry-run", `--minify=${!keepsNames}`, "--outdir", outDir],
    {
      stdio: "ignore",
      env: { ...process.env, WRANGLER_SEND_METRICS: "false" },
    },
  );
  const path = join(outDir, `${name}.js`);
  bundled.set(name, path);
  return path;
}

type Settings = { providerUrl: string; rate: number; bindings?: Record<string, string>; hasFiles?: boolean };

export type BenchWorker = {
  db: Awaited<ReturnType<Miniflare["getD1Database"]>>;
  bucket: Awaited<ReturnType<Miniflare["getR2Bucket"]>>;
  tick: (scheduledTime: number) => Promise<unknown>;
  pid: number;
  url: URL;
  inspectorUrl: URL;
  stop: () => Promise<void>;
};

/** The bundle in workerd, with D1 and queues as in wrangler.toml and no proxy in front. */
export async function startWorker(
  scriptPath: string,
  { providerUrl, rate, bindings = {}, hasFiles = false }: Settings,
): Promise<BenchWorker> {
  const consumer = {
    maxBatchSize: 100,
    maxBatchTimeout: 0,
    maxRetries: 3,
    retryDelay: 10,
    deadLetterQueue: "daybolt-wake-up-dead",
  };
  const eventsConsumer = { maxBatchSize: 100, maxBatchTimeout: 2, maxRetries: 20 };
  const before = new Set(workerds());
  const options = convertV4MiniflareOptions({
    inspectorPort: 0,
    // Off, because writing a line per batch to a terminal would be measured, too.
    handleStructuredLogs: () => undefined,
    workers: [
      {
        name: "bench",
        modules: [{ type: "ESModule", path: "index.js", contents: readFileSync(scriptPath, "utf8") }],
        compatibilityDate: "2026-11-01",
        compatibilityFlags: ["nodejs_compat", "queue_consumer_no_wait_for_wait_until"],
        bindings: {
          ENVIRONMENT: "development",
          APP_URL: "http://localhost:8787",
          APP_SECRET: "a-secret-that-only-the-bench-knows-0123456789",
          ADMIN_PASSWORD: "an-admin-password-for-the-bench",
          RESEND_API_KEY: "re_bench",
          RESEND_BASE_URL: providerUrl,
          RESEND_RATE: String(rate),
          RESEND_WEBHOOK_SECRET: RESEND_SANDBOX_SECRET,
          MAIL_FROM: "Daybolt <wake-up@daybolt.test>",
          ...bindings,
        },
        // Present but unlimited, so that they don't affect the measurement.
        ratelimits: Object.fromEntries(
          ["AUTH_RATE_LIMIT", "ADMIN_RATE_LIMIT", "UNSUBSCRIBE_RATE_LIMIT"].map((name, index) => [
            name,
            { namespace_id: String(index + 1), simple: { limit: 1_000_000, period: 60 as const } },
          ]),
        ),
        d1Databases: { DB: "bench" },
        r2Buckets: { MEDIA: "bench" },
        ...(hasFiles ? { assets: FILES } : {}),
        queueProducers: Object.fromEntries([
          ...LANES.map((queueName, index) => [laneBinding(index), { queueName }]),
          ...MAIL_EVENTS.map((queueName, index) => [eventsBinding(index), { queueName }]),
          ...PUSHES.map((queueName, index) => [`PUSH_${index + 1}`, { queueName }]),
        ]),
        queueConsumers: Object.fromEntries([
          ...LANES.map((queueName) => [queueName, consumer]),
          ...MAIL_EVENTS.map((queueName) => [queueName, eventsConsumer]),
          ...PUSHES.map((queueName) => [queueName, { maxBatchSize: 5, maxBatchTimeout: 0, maxRetries: 3 }]),
        ]),
      },
    ],
  });
  const miniflare = new Miniflare(options);
  await miniflare.ready;
  const [pid] = workerds().filter((id) => !before.has(id));
  if (pid === undefined) throw new Error("The Worker's process was not found.");
  const db = await miniflare.getD1Database("DB");
  for (const sql of readMigrations().flat()) await db.prepare(sql).run();
  const worker = await miniflare.getWorker();
  const tick = (scheduledTime: number) =>
    worker.scheduled({ scheduledTime: new Date(scheduledTime), cron: "* * * * *" });
  return {
    db,
    bucket: await miniflare.getR2Bucket("MEDIA"),
    tick,
    pid,
    url: await miniflare.ready,
    inspectorUrl: await miniflare.getInspectorURL(),
    stop: () => miniflare.dispose(),
  };
}

const eventsBinding = (index: number) => (index === 0 ? "MAIL_EVENTS_QUEUE" : `MAIL_EVENTS_QUEUE_${index + 1}`);
const laneBinding = (index: number) => (index === 0 ? "WAKE_UP_QUEUE" : `WAKE_UP_QUEUE_${index + 1}`);

/** The workerd processes that are children of this one. */
function workerds(): number[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      const [, comm, rest = ""] = /\((.*)\) (.*)$/s.exec(stat) ?? [];
      return comm?.startsWith("workerd") && Number(rest.split(" ")[1]) === process.pid ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

/** A process's CPU time so far (ms) and its peak memory (MB). */
export function usageOf(pid: number): { cpuMs: number; peakMb: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  const [, peakKb = "0"] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  // Linux counts clock ticks in hundredths of a second.
  return { cpuMs: (Number(fields[11]) + Number(fields[12])) * 10, peakMb: Number(peakKb) / 1024 };
}
