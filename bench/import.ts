import { randomUUID } from "node:crypto";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { MemberImport } from "../domain/contract/imports.ts";
import { exitWith } from "../scripts/stack/run-tool.ts";
import { type BenchWorker, bundle, startWorker, usageOf } from "../test/support/bench-worker.ts";

const { values } = parseArgs({ options: { rows: { type: "string", default: "100000" } } });
const ROWS = Number(values.rows);
const PLANS = ["Monthly", "Annual", "Quarterly"];

function csv(): string {
  const year = new Date().getUTCFullYear() + 1;
  const rows = Array.from({ length: ROWS }, (_, index) =>
    [
      `person-${index}@import.test`,
      `First${index % 100} Last${index}`,
      "6:00 AM",
      "America/Denver",
      PLANS[index % 3],
      `${year}-${String((index % 12) + 1).padStart(2, "0")}-15`,
      index % 9 ? "no" : "yes",
      index % 5 ? "" : "moved",
    ].join(","),
  );
  return ["email,name,hour,time zone,plan,paid until,unsubscribed,labels", ...rows].join("\n");
}

async function ask({ url }: BenchWorker, path: string, init: RequestInit): Promise<MemberImport> {
  const headers = { "x-admin-password": "an-admin-password-for-the-bench", "content-type": "application/json" };
  const response = await fetch(new URL(`/api/admin/imports/${path}`, url), { headers, ...init });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as MemberImport;
}

/** Uploads, checks, and imports a file, tick by tick, and prints what each step took. */
async function main(): Promise<void> {
  const worker = await startWorker(bundle("counted-worker"), { providerUrl: "http://localhost:1", rate: 1 });
  const id = randomUUID();
  const time = async <Result>(run: () => Promise<Result>) => {
    const startedAt = performance.now();
    const result = await run();
    return { result, seconds: (performance.now() - startedAt) / 1000 };
  };
  const body = csv();
  const uploaded = await time(() => ask(worker, `${id}?filename=bench.csv`, { method: "PUT", body }));
  const json = JSON.stringify({ mapping: uploaded.result.mapping });
  const checked = await time(() => ask(worker, `${id}/check`, { method: "POST", body: json }));
  await ask(worker, `${id}/start`, { method: "POST" });
  await worker.takeCost();
  const before = usageOf(worker.pid).cpuMs;
  let [ticks, busy, longest] = [0, 0, 0];
  const stateOf = () =>
    worker.db.prepare("select state, created, refused from imports").first<{ state: string; created: number }>();
  for (let state = await stateOf(); state?.state !== "done"; state = await stateOf()) {
    const { seconds } = await time(() => worker.tick(Date.now()));
    // In the minutes after a slot, a tick does nothing.
    if (seconds < 0.2) await sleep(5000);
    else [ticks, busy, longest] = [ticks + 1, busy + seconds, Math.max(longest, seconds)];
  }
  const cost = await worker.takeCost();
  const { created } = (await stateOf()) ?? { created: 0 };
  console.table({
    "file, MB": (body.length / 1e6).toFixed(1),
    "upload, s": uploaded.seconds.toFixed(1),
    "check, s": checked.seconds.toFixed(1),
    "ticks that worked": ticks,
    "all ticks together, s": busy.toFixed(1),
    "longest tick, s": longest.toFixed(1),
    "accounts created": created,
    "rows written per account": (cost.rowsWritten / created).toFixed(1),
    "rows read per account": (cost.rowsRead / created).toFixed(1),
    "CPU ms per 1,000 accounts": Math.round((usageOf(worker.pid).cpuMs - before) / (created / 1000)),
    "peak memory, MB": Math.round(usageOf(worker.pid).peakMb),
    load: loadavg()[0]?.toFixed(1),
  });
  await worker.stop();
}

try {
  await main();
  process.exit(0);
} catch (error) {
  exitWith(error);
}
