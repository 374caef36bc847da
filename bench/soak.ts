import { readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { MINUTE_MS } from "#domain/durations.ts";
import { addDays } from "../domain/rules/calendar-days.ts";
import { instantAt } from "../domain/rules/instants.ts";
import { dateIn } from "../domain/rules/local-time.ts";
import { PAYPAL_SANDBOX } from "../sandbox/paypal/paypal-settings.ts";
import { sandboxClient } from "../sandbox/sandbox-client.ts";
import { startSandbox } from "../sandbox/start-sandbox.ts";
import { exitWith, PlainError } from "../scripts/stack/run-tool.ts";
import { type BenchWorker, bundle, startWorker } from "../test/support/bench-worker.ts";
import { followHeap } from "../test/support/isolate.ts";
import { postMailEvents } from "./support/mail-events-load.ts";
import { type Counts, noCounts, soakActors } from "./support/soak-actors.ts";
import { allRows, countIn, fillHouse, type Member, ZONE } from "./support/soak-house.ts";

const MEMBERS = 2000;
/** The most hours of the day that have members. One of these hours starts in each minute of the soak. */
const MOST_HOURS = 20;
const RATE = 20;
/** A batch is handed out again five minutes after a start without a result. */
const SETTLED_WITHIN_MS = 7 * MINUTE_MS;
/** How many members listen at the same time. */
const LANES = 4;
/** Allowed growth between two samples from garbage and caches; a leak would exceed it. */
const GROWTH = { heapMb: 15, handles: 40 };

/** Excludes members who buy during the soak: they're due only in the hours of tomorrow that haven't started yet. */
const OF_THE_HOUSE = "member_id like 'member-%'";

const { values } = parseArgs({ options: { minutes: { type: "string", default: "30" } } });
const minutes = Number(values.minutes);

const PAYPAL = (baseUrl: string) => ({
  PAYPAL_BASE_URL: baseUrl,
  PAYPAL_CLIENT_ID: PAYPAL_SANDBOX.clientId,
  PAYPAL_CLIENT_SECRET: PAYPAL_SANDBOX.clientSecret,
  PAYPAL_WEBHOOK_ID: PAYPAL_SANDBOX.webhookId,
  PAYPAL_PLAN_MONTHLY: PAYPAL_SANDBOX.plans.monthly,
  PAYPAL_PLAN_ANNUAL: PAYPAL_SANDBOX.plans.annual,
});

/** Repeats work until an instant, one call after another, with a rate per minute. */
async function every(perMinute: number, until: number, work: (nth: number) => Promise<void>): Promise<void> {
  for (let nth = 0; Date.now() < until; nth += 1) {
    const next = Date.now() + MINUTE_MS / perMinute;
    await work(nth);
    await sleep(Math.max(0, Math.min(next, until) - Date.now()));
  }
}

type Sample = { heapMb: number; handles: number; rows: number };

async function sample(worker: BenchWorker, heap: { least: () => number }): Promise<Sample> {
  const handles = readdirSync(`/proc/${worker.pid}/fd`).length;
  return { heapMb: heap.least(), handles, rows: await allRows(worker) };
}

const openBatches = (worker: BenchWorker) =>
  countIn(worker, "select count(*) as n from wake_up_batches where state = 'open'");

/** Runs one minute's tick and tomorrow's hour that starts in it: a tick ahead of time wakes its members. */
async function wake(worker: BenchWorker, nth: number, slotAt: number | null): Promise<void> {
  await worker.tick(Date.now());
  if (slotAt !== null) await worker.tick(slotAt);
  if (nth % 5 === 4) await worker.hour();
}

/** What has to add up at the end: label, expected, actual. */
async function sums(
  worker: BenchWorker,
  counts: Counts,
  due: Member[],
  mailed: number,
): Promise<[string, number, number][]> {
  const count = (sql: string) => countIn(worker, sql);
  const positions = [...counts.positions].map(([id, position]) => ({ id, position }));
  const { results: kept } = await worker.db
    .prepare("select member_id as id, audio_position as position from progress")
    .all<{ id: string; position: number }>();
  const stored = new Map(kept.map(({ id, position }) => [id, position]));
  const right = positions.filter(({ id, position }) => stored.get(id) === position).length;
  return [
    ["mails at the provider = members due", due.length, mailed],
    [
      "deliveries accepted = members due",
      due.length,
      await count(`select count(*) as n from deliveries where state in (1, 5) and ${OF_THE_HOUSE}`),
    ],
    ["deliveries = members due", due.length, await count(`select count(*) as n from deliveries where ${OF_THE_HOUSE}`)],
    ["members with progress", counts.positions.size, kept.length],
    ["positions as last saved", counts.positions.size, right],
    ["payments = purchases", counts.purchases, await count("select count(*) as n from payments")],
    [
      "grants = purchases",
      counts.purchases,
      await count("select count(*) as n from access_grants where source = 'subscription'"),
    ],
    ["events open", 0, await count("select count(*) as n from provider_events where applied_at is null")],
    ["sessions", counts.sessions, await count("select count(*) as n from sessions")],
    [
      "version after the edits",
      counts.edits + 1,
      await count("select version as n from content where id = 'soak-item'"),
    ],
    ["batches and other emails unsent", 0, await unsent(worker)],
    ["members counted", MEMBERS + counts.purchases, await count("select members as n from totals")],
  ];
}

/** How many emails to the run's members the provider has accepted. */
async function mailedTo(sandboxUrl: string, members: Member[]): Promise<number> {
  const known = new Set(members.map(({ email }) => email));
  const mails = (await (await fetch(`${sandboxUrl}/outbox?limit=1000000`)).json()) as { to: string[] }[];
  return mails.filter(({ to }) => to.some((address) => known.has(address))).length;
}

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** What kept growing: the median of the last third of the samples against that of the first. */
function growthOf(samples: Sample[]): string[] {
  const third = Math.max(1, Math.floor(samples.length / 3));
  return (["heapMb", "handles"] as const).flatMap((name) => {
    const [first, last] = [samples.slice(0, third), samples.slice(-third)].map((part) =>
      median(part.map((one) => one[name])),
    );
    const grown = (last ?? 0) - (first ?? 0);
    return grown > GROWTH[name] ? [`${name} grew by ${grown.toFixed(1)}, from ${first} to ${last}`] : [];
  });
}

/** Emails still due now: batches, and others without a date of their own. */
const unsent = async (worker: BenchWorker) =>
  (await openBatches(worker)) +
  (await countIn(
    worker,
    "select count(*) as n from transactional_mails where state = 'pending' and coalesce(not_before, 0) <= unixepoch() * 1000",
  ));

async function settle(worker: BenchWorker): Promise<void> {
  const until = Date.now() + SETTLED_WITHIN_MS;
  for (let left = await unsent(worker); left > 0 && Date.now() < until; left = await unsent(worker)) {
    console.log(`${left} still unsent`);
    await worker.tick(Date.now());
    await sleep(10_000);
  }
}

async function soak(): Promise<string[]> {
  const sandbox = await startSandbox({ port: 0, resendRate: RATE, resendTakesMs: 100, bodiesKept: 100 });
  const client = sandboxClient(sandbox.url);
  const bindings = { SCRYPT_COST: "16", CHECKOUT_MAX_PER_NETWORK: "1000000", ...PAYPAL(sandbox.url) };
  const worker = await startWorker(bundle(), { providerUrl: sandbox.url, rate: RATE, bindings });
  const heap = await followHeap(worker.inspectorUrl);
  try {
    const hours = Math.min(minutes, MOST_HOURS);
    const tomorrow = addDays(dateIn(ZONE, Date.now()), 1);
    const house = { count: MEMBERS, hours: MOST_HOURS, since: instantAt(tomorrow, 0, ZONE) };
    const members = await fillHouse(worker, house);
    const due = members.filter(({ hour }) => hour <= hours);
    const counts = noCounts();
    const { listen, edit, buy } = soakActors(worker, client, counts);
    const until = Date.now() + minutes * MINUTE_MS;
    const samples: Sample[] = [];
    const lanes = Object.values(Object.groupBy(members, (_, index) => index % LANES)).map((lane) => lane ?? []);
    await Promise.all([
      // Each lane has a quarter of the members, so that no one listens on two devices at the same time.
      ...lanes.map((lane) => every(30, until, () => listen(lane[Math.floor(Math.random() * lane.length)] as Member))),
      every(10, until, edit),
      every(6, until, (nth) => buy(([null, "create", null, "read", null, "verify"] as const)[nth % 6] ?? null)),
      every(1, until, async (nth) => {
        // The provider's own troubles: a response that never comes, a rate limit, a server error.
        await client.arm({ kind: (["server_error", "rate_limit", "drop_after_accept"] as const)[nth % 3] ?? "cut" });
        counts.injected += 1;
        await wake(worker, nth, nth < hours ? instantAt(tomorrow, nth + 1, ZONE) : null);
        const woken = members.filter(({ hour }) => hour === nth + 1 && nth < hours);
        const events =
          woken.length > 0 ? await postMailEvents(worker.url, { members: woken, date: tomorrow, perSecond: 20 }) : null;
        if (events && events["events refused"] > 0)
          counts.errors.push(`${events["events refused"]} email events were refused`);
        const now = await sample(worker, heap);
        samples.push(now);
        console.log(
          `minute ${nth + 1}: ${counts.requests} requests, ${counts.errors.length} errors, ${counts.injected} injected, heap ${now.heapMb.toFixed(1)} MB, ${now.handles} handles, ${now.rows} rows`,
        );
      }),
    ]);
    console.log(`after ${minutes} minutes: ${counts.requests} requests`);
    await settle(worker);
    samples.push(await sample(worker, heap));
    const total = await sums(worker, counts, due, await mailedTo(sandbox.url, members));
    for (const [what, expected, found] of total)
      console.log(`${expected === found ? "✓" : "✗"} ${what}: ${found} of ${expected}`);
    const wrong = total.flatMap(([what, expected, found]) =>
      expected === found ? [] : [`${what}: ${found} instead of ${expected}`],
    );
    return [...[...new Set(counts.errors)].slice(0, 20), ...growthOf(samples), ...wrong];
  } finally {
    heap.stop();
    await worker.stop();
    await sandbox.close();
  }
}

try {
  const problems = await soak();
  if (problems.length > 0) throw new PlainError(`The soak test found:\n${problems.join("\n")}`);
  console.log(`${minutes} minutes: no unexpected errors, no growth, and all totals match.`);
} catch (error) {
  exitWith(error);
}
