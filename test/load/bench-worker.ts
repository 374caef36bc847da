import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";

const LANES = ["daybolt-wake-up", "daybolt-wake-up-2", "daybolt-wake-up-3", "daybolt-wake-up-4"];
const MIGRATIONS = "db/migrations";

/** The bundle that would be deployed. */
export function bundle(): string {
  const outDir = join(tmpdir(), `daybolt-bench-${process.pid}`);
  execFileSync("wrangler", ["deploy", "--dry-run", "--outdir", outDir], {
    stdio: "ignore",
    env: { ...process.env, WRANGLER_SEND_METRICS: "false" },
  });
  return join(outDir, "index.js");
}

/** The bundle in workerd with a D1 and queues of its own, as wrangler.toml sets them up, and no proxy before it. */
export async function startWorker(scriptPath: string, { providerUrl, rate }: { providerUrl: string; rate: number }) {
  const consumer = {
    maxBatchSize: 100,
    maxBatchTimeout: 0,
    maxRetries: 3,
    retryDelay: 10,
    deadLetterQueue: "daybolt-wake-up-dead",
  };
  const before = new Set(workerds());
  const options = convertV4MiniflareOptions({
    inspectorPort: 0,
    // A line a batch; whoever writes them to a terminal measures that, too.
    handleStructuredLogs: () => undefined,
    workers: [
      {
        name: "bench",
        modules: [{ type: "ESModule", path: "index.js", contents: readFileSync(scriptPath, "utf8") }],
        compatibilityDate: "2026-11-01",
        compatibilityFlags: ["nodejs_compat"],
        bindings: {
          ENVIRONMENT: "development",
          APP_URL: "http://localhost:8787",
          APP_SECRET: "a-secret-that-only-the-bench-knows-0123456789",
          ADMIN_PASSWORD: "an-admin-password-for-the-bench",
          RESEND_API_KEY: "re_bench",
          RESEND_BASE_URL: providerUrl,
          RESEND_RATE: String(rate),
          MAIL_FROM: "Daybolt <wake-up@daybolt.test>",
        },
        d1Databases: { DB: "bench" },
        r2Buckets: { MEDIA: "bench" },
        queueProducers: Object.fromEntries(LANES.map((queueName, index) => [laneBinding(index), { queueName }])),
        queueConsumers: Object.fromEntries(LANES.map((queueName) => [queueName, consumer])),
      },
    ],
  });
  const miniflare = new Miniflare(options);
  await miniflare.ready;
  const [pid] = workerds().filter((id) => !before.has(id));
  if (pid === undefined) throw new Error("The Worker's process was not found.");
  const db = await miniflare.getD1Database("DB");
  for (const file of readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith(".sql"))
    .toSorted()) {
    for (const sql of readFileSync(join(MIGRATIONS, file), "utf8").split("--> statement-breakpoint"))
      if (sql.replace(/^\s*--.*$/gm, "").trim() !== "") await db.prepare(sql).run();
  }
  const worker = await miniflare.getWorker();
  const tick = (scheduledTime: number) =>
    worker.scheduled({ scheduledTime: new Date(scheduledTime), cron: "* * * * *" });
  return { db, tick, pid, inspectorUrl: await miniflare.getInspectorURL(), stop: () => miniflare.dispose() };
}

const laneBinding = (index: number) => (index === 0 ? "WAKE_UP_QUEUE" : `WAKE_UP_QUEUE_${index + 1}`);

/** The workerd processes below this one. */
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

/** What a process has used so far: milliseconds of CPU, and the most memory it ever held (MB). */
export function usageOf(pid: number): { cpuMs: number; peakMb: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  const [, peakKb = "0"] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  // Clock ticks of a hundredth of a second, as Linux counts them.
  return { cpuMs: (Number(fields[11]) + Number(fields[12])) * 10, peakMb: Number(peakKb) / 1024 };
}

/** Watches the heap of the Worker's isolate through its inspector; answers the most it saw (MB) when it is stopped. */
export async function watchHeap(inspectorUrl: URL): Promise<() => number | null> {
  const targets = (await (await fetch(new URL("/json/list", inspectorUrl.href.replace(/^ws/, "http")))).json()) as {
    id: string;
    webSocketDebuggerUrl?: string;
  }[];
  const target = targets.find(({ id }) => !id.includes("core:")) ?? targets[0];
  if (!target?.webSocketDebuggerUrl) return () => null;
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  let most: number | null = null;
  socket.addEventListener("message", ({ data }) => {
    const used = (JSON.parse(String(data)) as { result?: { usedSize?: number } }).result?.usedSize;
    if (used !== undefined) most = Math.max(most ?? 0, used / 1e6);
  });
  await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
  let id = 0;
  const timer = setInterval(() => {
    id += 1;
    socket.send(JSON.stringify({ id, method: "Runtime.getHeapUsage" }));
  }, 100);
  return () => {
    clearInterval(timer);
    socket.close();
    return most;
  };
}
