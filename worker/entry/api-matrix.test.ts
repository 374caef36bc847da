import { env } from "cloudflare:workers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createCallers } from "#test/matrix/callers.ts";
import { type Answer, judge } from "#test/matrix/judge.ts";
import { makeDeadKeys, makeKeys } from "#test/matrix/key-calls.ts";
import { type Planned, planMatrix } from "#test/matrix/plan.ts";
import { createWorld, type World } from "#test/matrix/world.ts";
import { AUDIENCES } from "#test/worker/audiences.ts";
import { rowsOf } from "#test/worker/factories.ts";
import { settle, tickThrough } from "#test/worker/jobs.ts";
import { requestIn } from "#test/worker/request.ts";
import { api } from "./api.ts";

const AT_ONCE = 24;
const SHOWN = 12;
const LONGEST_MS = 10 * 60_000;
/** These end the caller's sessions: the first one all others, the second one this session. */
const LAST = ["DELETE /api/user/sessions", "POST /api/auth/logout"];
/** What may be stored about a rejected caller: the attempt. */
const WRITTEN_OF_ANYBODY = ["attempt_counters", "audit"];
const NETWORKS = "2001:db8:";
const PAGES = ["/", "/dashboard", "/admin", "/content/2025-08-12"];

let world: World;
let planned: Planned[];
let secrets: string[];
const answers = new Map<Planned, Answer>();
const pages = new Map<string, Set<string>>();
const lines: string[] = [];
let changed: string[];
/** Places where the database stores a caller's network, as `table.column`. */
let placesOfNetworks: string[];

async function run(calls: Planned[]): Promise<void> {
  for (let start = 0; start < calls.length; start += AT_ONCE) {
    const slice = calls.slice(start, start + AT_ONCE);
    await Promise.all(
      slice.map(async (one) => {
        const { path, ...options } = one.call;
        const response = await requestIn(one.caller.environment, path, { ...options, method: one.method });
        const { status, headers } = response;
        const [cookie, cacheControl] = [headers.get("set-cookie"), headers.get("cache-control")];
        answers.set(one, { status, cookie, cacheControl, body: await response.text() });
      }),
    );
  }
}

async function tableNames(): Promise<string[]> {
  const named = await rowsOf(
    "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '\\_%' escape '\\' and name not like 'd1_%'",
  );
  return named.map(({ name }) => String(name));
}

async function readTables(): Promise<Map<string, string>> {
  const names = (await tableNames()).filter((name) => !WRITTEN_OF_ANYBODY.includes(name));
  return new Map(
    await Promise.all(
      names.map(async (name) => [name, JSON.stringify(await rowsOf(`select * from ${name}`))] as const),
    ),
  );
}

/** Each call has its own network; they all start the same. */
async function findNetworks(): Promise<string[]> {
  const found = new Set<string>();
  for (const table of await tableNames())
    for (const row of await rowsOf(`select * from ${table}`))
      for (const [column, value] of Object.entries(row))
        if (String(value).includes(NETWORKS)) found.add(`${table}.${column}`);
  return [...found];
}

beforeAll(async () => {
  for (const level of ["info", "warn", "error"] as const)
    vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => void lines.push(parts.map(String).join(" ")));
  world = await createWorld();
  // Otherwise /api/health would report that no wake-up emails are sent.
  await tickThrough(Date.now());
  const keys = await makeKeys(world.own, world.now, world.items.live);
  const callers = await createCallers(world, keys, await makeDeadKeys(world.own, world.now));
  const { mailOf, ...texts } = keys;
  const tokens = callers.flatMap(({ options: { token, headers } }) => [token, headers?.["x-admin-password"]]);
  const variables = Object.entries(env).filter(([name]) => /SECRET|PASSWORD|API_KEY/.test(name));
  secrets = [
    ...Object.values(texts),
    ...tokens.filter((one) => one !== undefined),
    mailOf(world.items.live.date),
    ...variables.map(([, value]) => String(value)),
  ];
  planned = planMatrix(world, callers, keys);
  // Rejected callers first: afterwards, nothing they tried may be found.
  const letIn = planned.filter(({ outcome }) => outcome === "in");
  await settle();
  const before = await readTables();
  await run(planned.filter((one) => !letIn.includes(one)));
  const after = await readTables();
  changed = [...before.keys()].filter((name) => before.get(name) !== after.get(name));
  await tickThrough(Date.now());
  await run(letIn.filter(({ route }) => !LAST.includes(route)));
  for (const last of LAST) await run(letIn.filter(({ route }) => route === last));
  placesOfNetworks = await findNetworks();
  for (const path of PAGES) {
    const got = callers.map(async ({ options, environment }) => {
      const response = await requestIn(environment, path, options);
      return `${response.status} ${response.headers.get("set-cookie")} ${await response.text()}`;
    });
    pages.set(path, new Set(await Promise.all(got)));
  }
}, LONGEST_MS);

afterAll(() => {
  vi.restoreAllMocks();
});

test("every route of the Worker has a known audience", () => {
  const registered = api.routes.filter(({ method }) => method !== "ALL").map(({ method, path }) => `${method} ${path}`);
  expect([...new Set(registered)].sort()).toEqual(Object.keys(AUDIENCES).sort());
});

test.for(Object.entries(AUDIENCES))("%s can be called only by: %s", ([route]) => {
  const wrong = planned
    .filter((one) => one.route === route)
    .flatMap((one) => {
      const answer = answers.get(one) ?? { status: 0, body: "", cookie: null, cacheControl: null };
      const problems = judge(one, answer, world);
      const { caller, state, whose, method, outcome } = one;
      return problems.map((problem) => `${method} by ${caller.name}, ${state}, ${whose}: ${problem}, not ${outcome}`);
    });
  expect(wrong, wrong.slice(0, SHOWN).join("\n")).toEqual([]);
});

test("a refused request changes nothing", () => {
  expect(changed).toEqual([]);
});

test("a page is byte-for-byte the same for everyone and sets no cookie", () => {
  for (const [path, different] of pages) {
    expect(different.size, path).toBe(1);
    expect([...different][0], path).toMatch(/^200 null /);
  }
});

test("no key, token, or password appears in a log line", () => {
  expect(lines.length).toBeGreaterThan(planned.length);
  const leaked = lines.filter((line) => secrets.some((secret) => secret.length > 8 && line.includes(secret)));
  expect(leaked).toEqual([]);
});

test("callers' IP addresses and networks are never logged, and stored only in the audit for administrators", () => {
  expect(planned.every(({ call }) => call.address?.startsWith(NETWORKS))).toBe(true);
  expect(lines.filter((line) => line.includes("_refused"))).not.toEqual([]);
  expect(lines.filter((line) => line.includes(NETWORKS))).toEqual([]);
  expect(placesOfNetworks).toEqual(["audit.ip_address"]);
});

test("every kind of outcome occurs, so the matrix really tests something", () => {
  expect(planned.length).toBeGreaterThan(4000);
  const outcomes = new Map<string, number>();
  for (const { outcome } of planned) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  expect(outcomes.size).toBe(8);
});
