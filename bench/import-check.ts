import type { MemberImport } from "../domain/contract/imports.ts";
import { exitWith } from "../scripts/stack/run-tool.ts";
import { type BenchWorker, bundle, startWorker, usageOf } from "../test/support/bench-worker.ts";

const ROWS = 100_000;
const SPELLINGS = 5000;
/** As long as the others are on average. */
const ONE_ZONE = "America/New_York (UTC-5)";
const ADMIN = { "x-admin-password": "an-admin-password-for-the-bench" };
const IDS = Intl.supportedValuesOf("timeZone");

/** The ways to write a zone; most of these zones aren't on offer. */
function spelling(index: number): string {
  const id = IDS[index % IDS.length] ?? "";
  const round = Math.floor(index / IDS.length);
  return (
    [id, id.toLowerCase().replaceAll("_", " "), `(GMT+0${round % 10}:00) ${id}`, `${id} (UTC-${round})`][round % 4] ??
    id
  );
}

function fileOf(zones: number): string {
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const zone = zones === 1 ? ONE_ZONE : spelling(index % zones);
    const end = `2027-0${1 + (index % 9)}-1${index % 10}`;
    return `p-${index}@x${index % 977}.test,Person Number${index},${index % 2 ? "annual" : "monthly"},${end},${zone},"vip, early"`;
  });
  return ["email,name,plan,paid until,time zone,labels", ...rows].join("\n");
}

/** The CPU-ms of each part of a check: the whole runtime's, with D1. */
async function check({ url, pid }: BenchWorker, body: string): Promise<number[]> {
  const path = `/api/admin/imports/${crypto.randomUUID()}`;
  const ask = async (end: string, init: RequestInit) => {
    const answer = await fetch(new URL(`${path}${end}`, url), init);
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return (await answer.json()) as MemberImport;
  };
  const parts: number[] = [];
  let one = await ask("?filename=bench.csv", { method: "PUT", headers: ADMIN, body });
  while (one.state === "checking") {
    const { mapping, answers } = one;
    const before = usageOf(pid).cpuMs;
    const headers = { ...ADMIN, "content-type": "application/json" };
    one = await ask("/check", { method: "POST", headers, body: JSON.stringify({ mapping, answers }) });
    parts.push(usageOf(pid).cpuMs - before);
  }
  return parts;
}

async function main(): Promise<void> {
  const worker = await startWorker(bundle(), { providerUrl: "http://localhost:1", rate: 1 });
  const figures = [1, SPELLINGS, 1, SPELLINGS, 1, SPELLINGS].map((zones) => ({ zones, file: fileOf(zones) }));
  const lines = [];
  for (const { zones, file } of figures) {
    const parts = await check(worker, file);
    lines.push({
      rows: ROWS,
      zones,
      "CPU-ms": parts.reduce((sum, part) => sum + part),
      "longest part": Math.max(...parts),
    });
  }
  console.table(lines);
  await worker.stop();
}

try {
  await main();
  process.exit(0);
} catch (error) {
  exitWith(error);
}
