import { fork } from "node:child_process";
import { randomBytes, scryptSync } from "node:crypto";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { exitWith } from "../scripts/stack/run-tool.ts";
import { bundle, startWorker, type BenchWorker as Worker } from "../test/support/bench-worker.ts";

const { values } = parseArgs({ options: { pairs: { type: "string", default: "200" }, only: { type: "string" } } });
const PAIRS = Number(values.pairs);
const WARM_UP = 20;
/** A response's background work finishes within this time, so it doesn't slow the next call. */
const REST_MS = 300;
const PATHS = ["/api/auth/request-password-reset", "/api/auth/sign-in", "/api/auth/login"];
const PASSWORD = "not-the-password-of-anybody";

/** Members whose passwords cost as much as in production, one per pair. */
async function fill({ db }: Worker, now: number): Promise<void> {
  const salt = randomBytes(16);
  const key = scryptSync("the-password-of-all", salt, 32, { N: 16_384, r: 8, p: 5, maxmem: 64 * 1024 * 1024 });
  const hash = ["scrypt", 16_384, 8, 5, salt.toString("base64url"), key.toString("base64url")].join("$");
  await db
    .prepare(`
      insert into members (id, email, email_key, first_name, password_hash, subscription_type, subscription_status,
        access_ends_at, wake_up_hour, timezone, wake_up_since, created_at, updated_at)
      with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ?1)
      select 'member-' || i, 'known' || i || '@bench.test', 'known' || i || '@bench.test', 'Ana', ?2, 'monthly', 'active',
        ?3 + 31536000000, 6, 'America/Chicago', ?3, ?3, ?3
      from n`)
    .bind(PAIRS + WARM_UP, hash, now)
    .run();
}

/** Milliseconds until the response, and its text. */
async function ask(worker: Worker, path: string, email: string): Promise<{ ms: number; answer: string }> {
  const startedAt = performance.now();
  const response = await fetch(new URL(path, worker.url), {
    method: "POST",
    headers: { "content-type": "application/json", "cf-connecting-ip": "203.0.113.7" },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const text = await response.text();
  const ms = performance.now() - startedAt;
  await sleep(REST_MS);
  return { ms, answer: `${response.status} ${text.replace(/"requestId":"[^"]*"/, "")}` };
}

function at(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The difference between two halves of the same addresses: a smaller difference means nothing. */
function noiseOf(times: number[], share: number): number {
  const halves = [0, 1].map((half) => times.filter((_, index) => Math.floor(index / 2) % 2 === half));
  const [one = Number.NaN, other = Number.NaN] = halves.map((half) =>
    at(
      half.toSorted((a, b) => a - b),
      share,
    ),
  );
  return Math.abs(one - other);
}

/** Known and unknown addresses in turn; each kind goes first equally often. */
async function measure(worker: Worker, path: string) {
  const times = { known: [] as number[], unknown: [] as number[] };
  const answers = new Set<string>();
  for (let pair = 0; pair < PAIRS + WARM_UP; pair += 1) {
    const kinds = pair % 2 === 0 ? (["known", "unknown"] as const) : (["unknown", "known"] as const);
    for (const kind of kinds) {
      const { ms, answer } = await ask(worker, path, `${kind}${pair}@bench.test`);
      answers.add(answer);
      if (pair >= WARM_UP) times[kind].push(ms);
    }
  }
  if (answers.size !== 1) throw new Error(`${path} gives different answers: ${[...answers].join(" | ")}`);
  const sorted = { known: times.known.toSorted((a, b) => a - b), unknown: times.unknown.toSorted((a, b) => a - b) };
  const row: Record<string, string> = { path };
  for (const share of [50, 95]) {
    const [known, unknown] = [at(sorted.known, share / 100), at(sorted.unknown, share / 100)];
    row[`known p${share}`] = `${known.toFixed(2)} ms`;
    row[`unknown p${share}`] = `${unknown.toFixed(2)} ms`;
    row[`difference p${share}`] = `${(known - unknown).toFixed(2)} ms`;
    const noise = Math.max(noiseOf(times.known, share / 100), noiseOf(times.unknown, share / 100));
    row[`noise p${share}`] = `${noise.toFixed(2)} ms`;
  }
  return row;
}

/** Compares response times for an address with an account and one without: `npx node bench/timing.ts`. */
async function run(): Promise<void> {
  const provider = fork("bench/support/provider.ts", ["1000", "50"]);
  const port = await new Promise<number>((resolve) => provider.once("message", (message) => resolve(Number(message))));
  const worker = await startWorker(bundle(), {
    providerUrl: `http://127.0.0.1:${port}`,
    rate: 1000,
    bindings: {
      ENVIRONMENT: "production",
      RESET_MAX_PER_NETWORK: "100000",
      RESET_MAX_IN_TOTAL: "100000",
      LOGIN_MAX_FAILURES_PER_ADDRESS: "100000",
      SIGN_IN_MAX_PER_NETWORK: "100000",
      LOGIN_ALARM_FAILURES: "100000",
    },
  });
  try {
    await fill(worker, Date.now());
    const rows = [];
    for (const path of PATHS) if (path.includes(values.only ?? "")) rows.push(await measure(worker, path));
    console.log(
      `${PAIRS} pairs each, alternating known and unknown addresses; machine load ${loadavg()[0]?.toFixed(1)}`,
    );
    console.table(rows);
  } finally {
    await worker.stop();
    provider.kill();
  }
}

try {
  await run();
  process.exit(0);
} catch (error) {
  exitWith(error);
}
