import { fork } from "node:child_process";
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { MINUTE_MS } from "#domain/durations.ts";
import { addDays } from "../domain/rules/calendar-days.ts";
import { instantAt } from "../domain/rules/instants.ts";
import { dateIn } from "../domain/rules/local-time.ts";
import { exitWith } from "../scripts/stack/run-tool.ts";
import { bundle, startWorker, usageOf, type BenchWorker as Worker } from "../test/support/bench-worker.ts";
import { watchIsolate } from "../test/support/isolate.ts";

const ZONE = "America/Chicago";
const HOUR = 1;

type Run = {
  members: number;
  rate: number;
  takesMs: number;
  /** Other emails waiting in addition to the slot's. */
  others?: number;
};
type Report = {
  calls: number;
  mails: number;
  refusedForRate: number;
  mostInASecond: number;
  batches: { at: number; mails: number }[];
};

const RUNS: Record<string, Run[]> = {
  pace: [
    { members: 5000, rate: 5, takesMs: 300 },
    { members: 20_000, rate: 20, takesMs: 300 },
    { members: 50_000, rate: 60, takesMs: 300 },
  ],
  sink: [1000, 10_000, 50_000].map((members) => ({ members, rate: 200, takesMs: 0 })),
  others: [
    { members: 5000, rate: 5, takesMs: 300, others: 3000 },
    { members: 20_000, rate: 20, takesMs: 300, others: 3000 },
    { members: 50_000, rate: 60, takesMs: 300, others: 3000 },
  ],
};

const { values } = parseArgs({
  options: {
    part: { type: "string" },
    members: { type: "string" },
    rate: { type: "string", default: "5" },
    takes: { type: "string", default: "300" },
    others: { type: "string", default: "0" },
    profile: { type: "boolean", default: false },
    clears: { type: "boolean", default: false },
  },
});

const [rate = 0, takesMs = 0, others = 0] = [values.rate, values.takes, values.others].map(Number);
const chosen = values.members
  ? [{ members: Number(values.members), rate, takesMs, others }]
  : (RUNS[values.part ?? ""] ?? Object.values(RUNS).flat());

/** Members of one hour in one zone, and tomorrow's session. */
async function fill({ db }: Worker, { members }: Run, now: number, date: string): Promise<void> {
  await db.batch([
    db
      .prepare(`
      insert into members (id, email, email_key, first_name, subscription_type, subscription_status, access_ends_at,
        wake_up_hour, timezone, wake_up_since, created_at, updated_at)
      with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ?1)
      select printf('%08x%08x', (i * 2654435761) & 4294967295, i), 'member' || i || '@bench.test',
        'member' || i || '@bench.test', 'Ana', 'monthly', 'active', ?2 + 31536000000, ${HOUR}, '${ZONE}', ?2 - 1000, ?2, ?2
      from n`)
      .bind(members, now),
    db
      .prepare(`
      insert into content (id, date, title, description, status, created_at, updated_at)
      values ('bench', ?1, 'Ride the lightning', 'Stand up. Breathe. Begin.', 'published', ?2, ?2)`)
      .bind(date, now),
  ]);
}

/** Other emails waiting in addition to the slot's: due now, each to a different member. */
async function queueOthers({ db }: Worker, { others = 0 }: Run): Promise<void> {
  await db
    .prepare(`
    insert into transactional_mails (id, member_id, kind, to_address, parameters, next_attempt_at, created_at)
    select 'other-' || id, id, 'password-changed', email, '{"changedText":"today"}', ?2, ?2 from members limit ?1`)
    .bind(others, Date.now())
    .run();
}

async function openIn({ db }: Worker): Promise<number> {
  const row = await db
    .prepare("select count(*) as open from wake_up_batches where state = 'open'")
    .first<{ open: number }>();
  return row?.open ?? 0;
}

/** Ticks at the slot's instant, then each minute until everything is sent. */
async function sendAll(worker: Worker, instant: number): Promise<void> {
  const startedAt = Date.now();
  await worker.tick(instant);
  for (let nextTick = startedAt + MINUTE_MS; (await openIn(worker)) > 0; ) {
    await sleep(250);
    if (Date.now() < nextTick) continue;
    await worker.tick(instant + nextTick - startedAt);
    nextTick += MINUTE_MS;
  }
}

type Result = Record<string, string | number>;

async function measure(scriptPath: string, run: Run): Promise<Result> {
  // A sink takes all that comes.
  const accepted = run.takesMs === 0 ? 1_000_000 : run.rate;
  const provider = fork("bench/support/provider.ts", [String(accepted), String(run.takesMs)]);
  const port = await new Promise<number>((resolve) => provider.once("message", (message) => resolve(Number(message))));
  const providerUrl = `http://127.0.0.1:${port}`;
  const worker = await startWorker(scriptPath, { providerUrl, rate: run.rate });
  try {
    const now = Date.now();
    const date = addDays(dateIn(ZONE, now), 1);
    await fill(worker, run, now, date);
    // An extra tick first, so that the isolate is warm and pending work is done.
    await worker.tick(now);
    await queueOthers(worker, run);
    const stopWatching = await watchIsolate(worker.inspectorUrl, { profiles: values.profile, clears: values.clears });
    const before = usageOf(worker.pid);
    const startedAt = Date.now();
    await sendAll(worker, instantAt(date, HOUR, ZONE));
    const after = usageOf(worker.pid);
    const { heapMb, profile } = await stopWatching();
    for (const line of profile) console.log(line);
    const report = (await (await fetch(`${providerUrl}/report`)).json()) as Report;
    const plainMs = run.takesMs === 0 ? await plainSending(providerUrl, report.batches.length) : null;
    return {
      ...paceOf(run, report, startedAt),
      ...(await storedOf(worker, run)),
      ...used(run, before, after, heapMb),
      ...(plainMs === null ? {} : { "plain Node's mails/s": Math.round((report.mails / plainMs) * 1000) }),
    };
  } finally {
    await worker.stop();
    provider.disconnect();
  }
}

/** Milliseconds that Node alone takes for as many calls with the same emails. */
async function plainSending(providerUrl: string, calls: number): Promise<number> {
  const sender = fork("bench/support/plain-sender.ts", [providerUrl, String(calls)]);
  return new Promise((resolve, reject) => {
    sender.once("message", (message) => resolve(Number(message)));
    sender.once("exit", (code) => code !== 0 && reject(new Error(`The plain sender ended with ${code}.`)));
  });
}

function paceOf(run: Run, report: Report, startedAt: number): Result {
  const late = report.batches.map(({ at }) => at - startedAt).toSorted((a, b) => a - b);
  const [first = 0, last = 0] = [late[0], late.at(-1)];
  const seconds = Math.max(1, last - first) / 1000;
  const at = (share: number) => `${((late[Math.floor((late.length - 1) * share)] ?? 0) / 1000).toFixed(1)} s`;
  const mails = report.batches.reduce((sum, batch) => sum + batch.mails, 0);
  return {
    members: run.members,
    rate: run.rate,
    "takes ms": run.takesMs,
    "mails accepted": mails,
    ...(run.others ? { "other emails": report.mails - mails } : {}),
    "batches/s": ((late.length - 1) / seconds).toFixed(1),
    "mails/s": Math.round(mails / seconds),
    "most calls in a second": report.mostInASecond,
    "429": report.refusedForRate,
    "late p50": at(0.5),
    "late p99": at(0.99),
    "late last": at(1),
  };
}

async function storedOf({ db }: Worker, { members }: Run): Promise<Result> {
  const { meta, results } = await db
    .prepare("select state, count(*) as rows from wake_up_deliveries group by 1")
    .all<{ state: string; rows: number }>();
  return {
    deliveries: results.map(({ state, rows }) => `${rows} ${state}`).join(", "),
    "db bytes a member": Math.round(meta.size_after / members),
  };
}

type Usage = ReturnType<typeof usageOf>;

function used({ members }: Run, before: Usage, after: Usage, heapMb: number): Result {
  return {
    "CPU ms per 1,000": Math.round(((after.cpuMs - before.cpuMs) / members) * 1000),
    "process peak MB": Math.round(after.peakMb),
    "isolate heap MB": Math.round(heapMb),
  };
}

try {
  for (const run of chosen) {
    const load = loadavg()[0]?.toFixed(1);
    const result = await measure(bundle(), run);
    console.log(
      Object.entries({ ...result, "load before": load ?? "" })
        .map(([name, value]) => `${name}: ${value}`)
        .join(" · "),
    );
  }
  process.exit(0);
} catch (error) {
  exitWith(error);
}
