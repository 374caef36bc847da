import { env } from "cloudflare:workers";
import { beforeAll, expect, inject, test, vi } from "vitest";
import { createDb } from "#db/client.ts";
import { MINUTE_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { ADMIN_READS, pathOf } from "#test/growth/admin-calls.ts";
import { CONTRACTS } from "#test/growth/contracts.ts";
import { mostMore, mostRows, RULES, type Sizes } from "#test/growth/growth-rules.ts";
import { mostRowsOfJob } from "#test/growth/job-rules.ts";
import { MEMBER_CALLS } from "#test/growth/member-calls.ts";
import { type Call, createSubject, NOW, type Subject, TODAY } from "#test/growth/subject.ts";
import type { Cost } from "#test/support/cost.ts";
import { ROWS } from "#test/support/usage.ts";
import { AUDIENCES, type Audience } from "#test/worker/audiences.ts";
import { db, rowsOf, uniqueAddress } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { fillLargeHouse, LARGE_HOUSE } from "#test/worker/large-house.ts";
import { requestWith } from "#test/worker/request.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import type { Ctx } from "../kernel/context.ts";
import { log } from "../kernel/log.ts";
import { SLOT_GRID_MS } from "../wake-up/slots/slots.ts";
import { JOBS, runJobs } from "./jobs.ts";

/** `npm run test:long` takes the size that an administrator's pages are built for. */
const BASE: Sizes = {
  days: 1000,
  earlierDays: 0,
  sessions: 2000,
  members: inject("isLargeHouse") ? LARGE_HOUSE.members : 10_000,
};
const OLD_LIBRARY = { ...BASE, earlierDays: 3 * BASE.days, sessions: 2 * BASE.sessions };
/** Each doubles one of the three sizes of the one it's compared with. The member is a new one each time. */
const STAGES: { sizes: Sizes; before: number }[] = [
  { sizes: BASE, before: 0 },
  { sizes: { ...BASE, days: 2 * BASE.days, earlierDays: BASE.days }, before: 0 },
  { sizes: OLD_LIBRARY, before: 0 },
  { sizes: { ...OLD_LIBRARY, earlierDays: 4 * BASE.days, members: 2 * BASE.members }, before: 2 },
];
/** Sessions of the coming days, which are scheduled. */
const COMING = 80;
/** A newly filled database may need this many hours to process its backlog. */
const MOST_HOURS = 200;
const TICKS = 30;
/** D1 calls that an invocation may make. */
const MOST_CALLS = 1000;

type Measured = Map<string, Cost[]>;
const [calls, jobs, ticks]: [Measured, Measured, Measured] = [new Map(), new Map(), new Map()];
/** What the routes with a contract returned. */
const answers = new Map<string, unknown[]>();
/** The most D1 calls of each hourly job in any hour. */
const mostCalls = new Map<string, number>();
const keep = (measured: Measured, name: string, cost: Cost) =>
  measured.set(name, [...(measured.get(name) ?? []), cost]);

async function fill({ sessions, members }: Sizes): Promise<void> {
  const from = addDays(TODAY, 1 - sessions);
  await fillLargeHouse(db, NOW, { members, items: sessions + COMING, deliveries: 7 * members, from });
  await rowsOf("update content set status = 'scheduled' where status = 'draft'");
  await rowsOf(`
    update content_texts set folded = (select lower(title) || char(10) from content where id = content_id) where folded is null`);
}

/** What follows the route in a label tells apart its calls. */
const routeOf = (label: string) => label.replace(/ \(.*\)$|\?.*$/, "");

async function measureCall(label: string, path: string, call: Call): Promise<void> {
  const { d1: DB, cost } = countingD1(env.DB);
  const route = routeOf(label);
  const [method = ""] = label.split(" ");
  const response = await requestWith({ DB }, path, { method, now: NOW, address: uniqueAddress(), ...call });
  // A stream reads until its end.
  const body = await response.arrayBuffer();
  expect([label, response.ok]).toEqual([label, true]);
  if (route in CONTRACTS)
    answers.set(route, [...(answers.get(route) ?? []), JSON.parse(new TextDecoder().decode(body))]);
  keep(calls, label, cost);
}

async function measureCalls(subject: Subject): Promise<void> {
  for (const [route, forms] of Object.entries(ADMIN_READS))
    for (const form of forms) {
      const query = typeof form === "string" && form.startsWith("?") ? form : "";
      await measureCall(`GET ${route}${query}`, await pathOf(route, form, subject), { admin: true });
    }
  for (const [label, callOf] of Object.entries(MEMBER_CALLS)) {
    const { path = label.split(" ")[1] ?? "", ...call } = await callOf(subject);
    await measureCall(label, path, call);
  }
}

async function costOf(now: number, run: (ctx: Ctx) => Promise<unknown>): Promise<Cost> {
  const { d1, cost } = countingD1(env.DB);
  await run({ ...contextAt(now), db: createDb(d1) });
  return cost;
}

/** Runs each hourly job until it has nothing left to do. */
async function measureHours(): Promise<void> {
  for (const { name, run } of JOBS.filter(({ every }) => every === "hourly")) {
    const most = await mostRowsOfJob(name, NOW);
    for (let hours = 0; hours < MOST_HOURS; hours += 1) {
      const cost = await costOf(NOW, (ctx) => run(ctx, { tickAt: NOW }));
      mostCalls.set(name, Math.max(mostCalls.get(name) ?? 0, cost.calls));
      if (cost.rowsRead > most && hours < MOST_HOURS - 1) continue;
      keep(jobs, name, cost);
      break;
    }
  }
  // The overview would count that PayPal knows none of the subscriptions.
  await rowsOf("update subscriptions set difference = null, unread_since = null");
  await rowsOf("delete from audit where action = 'payment.refused'");
}

/** Half an hour of ticks after the one that finds something to do, and the check for trouble after them. */
async function measureTicks(from: number): Promise<void> {
  await costOf(from, (ctx) => runJobs(ctx, "tick", from));
  for (let minute = 1; minute <= TICKS; minute += 1) {
    const at = from + minute * MINUTE_MS;
    const cost = await costOf(at, (ctx) => runJobs(ctx, "tick", at));
    // When a slot begins, there is something to do.
    if (at % SLOT_GRID_MS >= MINUTE_MS) keep(ticks, "tick", cost);
  }
  const at = from + (TICKS + 1) * MINUTE_MS;
  for (let times = 0; times < 2; times += 1) {
    const cost = await costOf(at, (ctx) => runJobs(ctx, "check", at));
    // The first one ends what began before.
    if (times > 0) keep(ticks, "check", cost);
  }
}

beforeAll(async () => {
  vi.spyOn(console, "error").mockReturnValue();
  for (const [index, { sizes }] of STAGES.entries()) {
    const isNewHouse = index !== 1;
    if (isNewHouse) await fill(sizes);
    await measureCalls(await createSubject(sizes.days));
    if (isNewHouse) await measureHours();
    if (isNewHouse) await measureTicks(NOW + index * 60 * MINUTE_MS);
  }
  for (const [label, costs] of calls) log("info", "measured", { label, rows: costs.map(({ rowsRead }) => rowsRead) });
}, 3_600_000);

test("every member route, administrator read, and hourly job is measured", () => {
  const routesFor = (...audiences: Audience[]) =>
    Object.keys(AUDIENCES).filter((route) => audiences.includes(AUDIENCES[route] as Audience));
  const ofMembers = routesFor(
    ...(["member", "member with access", "member with access or admin"] as const),
    ...(["feed token", "episode key", "done key", "feeds key", "mail key", "unsubscribe key"] as const),
  );
  const called = new Set(Object.keys(MEMBER_CALLS).map(routeOf));
  expect([...called].toSorted()).toEqual(ofMembers.toSorted());
  const reads = routesFor("admin", "member with access or admin").filter((route) => route.startsWith("GET "));
  expect(
    Object.keys(ADMIN_READS)
      .map((route) => `GET ${route}`)
      .toSorted(),
  ).toEqual(reads.toSorted());
  const hourly = JOBS.filter(({ every }) => every === "hourly").map(({ name }) => name);
  expect([...jobs.keys()].toSorted()).toEqual(hourly.toSorted());
  // A rule without a call would prove nothing.
  expect(Object.keys(RULES).filter((label) => !calls.has(label))).toEqual([]);
});

test("the rows each API call reads stay within that call's growth rule", () => {
  for (const [label, costs] of calls) {
    const rule = RULES[label] ?? {};
    for (const [index, { sizes, before }] of STAGES.entries()) {
      const [rows = 0, earlier = 0] = [costs[index]?.rowsRead, costs[before]?.rowsRead];
      const of = { sizes: STAGES[before]?.sizes ?? BASE, rows: earlier };
      expect.soft(rows, `${label}, ${JSON.stringify(sizes)}`).toBeLessThanOrEqual(mostRows(rule, sizes));
      expect.soft(rows - earlier, `${label}, more than before`).toBeLessThanOrEqual(mostMore(rule, of, sizes));
    }
  }
});

/** All lists in an answer, inside other objects too. */
function listsIn(body: unknown): unknown[][] {
  if (Array.isArray(body)) return [body];
  return Object.values(body ?? {}).flatMap((value) => (typeof value === "object" ? listsIn(value) : []));
}

/** False if the answer is a list, or has lists, without an entry. */
function hasEntries(body: unknown): boolean {
  const lists = listsIn(body);
  return lists.length === 0 || lists.some(({ length }) => length > 0);
}

test.for(Object.entries(CONTRACTS))("%s returns what its contract says and nothing more", ([route, contract]) => {
  const bodies = answers.get(route) ?? [];
  // Parsing drops unknown fields, so equality shows that there were none.
  for (const body of bodies) expect(contract.parse(body)).toEqual(body);
  expect(bodies.some(hasEntries)).toBe(true);
});

/** These read page after page while they stream a file. */
const STREAMS = [
  "GET /api/admin/members/export",
  "GET /api/admin/payments/export",
  "GET /api/admin/imports/:id/report",
  "GET /api/content/sheet",
];

test("an administrator's read is at most three consecutive D1 calls", () => {
  const reads = [...calls].filter(([label]) => /^GET \/api\/(admin|content\/all|paypal)/.test(label));
  const deep = reads.filter(([label, costs]) => !STREAMS.includes(label) && costs.some(({ depth }) => depth > 3));
  expect(deep.map(([label]) => label)).toEqual([]);
});

test("a member's lists wait for one D1 call", () => {
  const library = ["", " (started)", " (favorites)"].map((filter) => `GET /api/content/library${filter}`);
  for (const label of ["GET /api/user/mornings", ...library])
    expect([label, ...(calls.get(label) ?? []).map(({ depth }) => depth)]).toEqual([label, ...STAGES.map(() => 1)]);
});

test.for(JOBS.flatMap(({ name, every }) => (every === "hourly" ? name : [])))(
  "%s finishes its work, and stays within its read budget once nothing is due",
  async (name) => {
    const most = await mostRowsOfJob(name, NOW);
    for (const { rowsRead } of jobs.get(name) ?? []) expect(rowsRead).toBeLessThanOrEqual(most);
  },
);

test.for([
  ["tick", ROWS.tick],
  ["check", ROWS.check],
] as const)("a %s with nothing to do stays within its row budget", ([every, most]) => {
  const costs = ticks.get(every) ?? [];
  expect(costs.length).toBeGreaterThan(0);
  expect(Math.max(...costs.map(({ rowsRead }) => rowsRead))).toBeLessThanOrEqual(most.read);
  expect(Math.max(...costs.map(({ rowsWritten }) => rowsWritten))).toBeLessThanOrEqual(most.written);
});

test("an hour's jobs together stay within the D1 calls allowed per invocation", () => {
  const sum = [...mostCalls.values()].reduce((all, each) => all + each, 0);
  expect(sum, JSON.stringify(Object.fromEntries(mostCalls))).toBeLessThanOrEqual(MOST_CALLS);
});
