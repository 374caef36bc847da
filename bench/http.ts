import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { addDays } from "../domain/rules/calendar-days.ts";
import { dateIn } from "../domain/rules/local-time.ts";
import { exitWith } from "../scripts/stack/run-tool.ts";
import { bundle, startWorker, usageOf, type BenchWorker as Worker } from "../test/support/bench-worker.ts";
import { profileOf } from "../test/support/isolate.ts";
import { type FloorAnswer, FRESH_ID, RECORDED_PATH, type RecordedCalls } from "../test/support/recorded-calls.ts";
import { EMAIL, FEED_TOKEN, fill, PASSWORD } from "./support/http-house.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    requests: { type: "string", default: "400" },
    profile: { type: "boolean", default: false },
  },
});
const REQUESTS = Number(values.requests);
const BLOCKS = 4;
const WARM_UP = 60;
const AT_ONCE = 4;
const ADMIN_PASSWORD = "an-admin-password-for-the-bench";
const RANGE = "bytes=0-262143";

/** A route's allowed cost as a multiple of its floor; null for no limit. */
type Route = { name: string; path: string; most: number | null; init: RequestInit };

/** What a member loads in the morning, what admin pages read, files, and what visitors open. */
async function routesOf({ url }: Worker, now: number): Promise<Route[]> {
  const login = await fetch(new URL("/api/auth/login", url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });
  if (!login.ok) throw new Error(`The bench couldn't log in: ${login.status} ${await login.text()}`);
  const { token } = (await login.json()) as { token: string };
  const member = { headers: { authorization: `Bearer ${token}` } };
  const admin = { headers: { "x-admin-password": ADMIN_PASSWORD } };
  const cookie = login.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const feedPath = `/feed/${FEED_TOKEN}`;
  const { headers: ofFeed } = await fetch(new URL(feedPath, url));
  const unchanged = { headers: { "if-none-match": ofFeed.get("etag") ?? "" } };
  const today = dateIn("America/Chicago", now);
  const [year, month] = addDays(today, -31).split("-").map(Number);
  const signIn = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  };
  const save = {
    method: "POST",
    headers: { ...member.headers, "content-type": "application/json" },
    body: JSON.stringify({ audioProgress: 40 }),
  };
  return [
    // No limit: the floor doesn't hash passwords.
    { name: "sign-in", path: "/api/auth/login", most: null, init: signIn },
    { name: "sign-in check", path: "/api/auth/verify", most: 2, init: member },
    { name: "month list", path: `/api/content?year=${year}&month=${month}`, most: 2, init: member },
    { name: "content item", path: `/api/content/${today}`, most: 2, init: member },
    { name: "months", path: "/api/content/months", most: 2, init: member },
    { name: "library", path: "/api/content/library", most: 2, init: member },
    { name: "search", path: "/api/content/library?q=session", most: 2, init: member },
    { name: "item's progress", path: `/api/progress/${today}`, most: 2, init: member },
    { name: "mornings", path: "/api/user/mornings", most: 2, init: member },
    { name: "streak", path: "/api/user/streak", most: 2, init: member },
    { name: "activity", path: "/api/user/activity", most: 2, init: member },
    { name: "devices", path: "/api/user/sessions", most: 2, init: member },
    { name: "subscription", path: "/api/user/subscription", most: 2, init: member },
    { name: "engagement", path: "/api/user/engagement", most: 2, init: member },
    { name: "profile", path: "/api/user/profile", most: 2, init: member },
    { name: "administrator's library", path: "/api/content/all", most: 2, init: admin },
    { name: "administrator's overview", path: "/api/admin/overview", most: 2, init: admin },
    { name: "administrator's members", path: "/api/admin/members", most: 2, init: admin },
    { name: "administrator's member", path: "/api/admin/members/ana", most: 2, init: admin },
    { name: "administrator's delivery", path: `/api/admin/delivery?date=${today}`, most: 2, init: admin },
    { name: "administrator's figures", path: "/api/admin/stats", most: 2, init: admin },
    { name: "progress save", path: `/api/progress/${today}`, most: null, init: save },
    { name: "audio range", path: "/audio/bench.mp3", most: 2, init: { headers: { cookie, range: RANGE } } },
    { name: "video range", path: "/video/bench.mp4", most: 2, init: { headers: { cookie, range: RANGE } } },
    // At least 60% of the floor's requests per second.
    { name: "whole feed", path: feedPath, most: 3, init: {} },
    { name: "unchanged feed", path: feedPath, most: 1.67, init: unchanged },
    { name: "landing", path: "/", most: 3, init: {} },
    { name: "unknown API path", path: "/api/nothing", most: 3, init: {} },
  ];
}

const keyOf = ({ path, init }: Route) => `${init.method ?? "GET"} ${path}`;

const IS_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Recorded calls with a placeholder for IDs that each request creates, such as a session's. The floor does the same.
 */
function withFreshIds(calls: RecordedCalls, other: RecordedCalls): RecordedCalls {
  const rounds = calls.rounds.map((round, at) =>
    round.map((statements, side) =>
      statements.map(({ sql, params }, index) => {
        const others = other.rounds[at]?.[side]?.[index]?.params ?? params;
        const isFresh = (value: unknown, place: number) => value !== others[place] && IS_ID.test(String(value));
        return { sql, params: params.map((value, place) => (isFresh(value, place) ? FRESH_ID : value)) };
      }),
    ),
  );
  return { ...calls, rounds };
}

/** Requests a route of the recorded Worker three times and records the last: the first writes that it was used. */
async function record(worker: Worker, route: Route): Promise<FloorAnswer> {
  const askAll = async () => {
    const response = await fetch(new URL(route.path, worker.url), route.init);
    const body = await response.text();
    const calls = (await (await fetch(new URL(RECORDED_PATH, worker.url))).json()) as RecordedCalls;
    return { response, body, calls };
  };
  await askAll();
  const { calls: other } = await askAll();
  const { response, body, calls } = await askAll();
  if (response.status >= 400 && response.status !== 404)
    throw new Error(`${keyOf(route)} returned ${response.status}: ${body}`);
  const left = new Set(["content-length", "content-encoding", "transfer-encoding", "connection", "keep-alive", "date"]);
  const headers = [...response.headers].filter(([name]) => !left.has(name));
  const isRead = calls.objects.length > 0 || calls.files.length > 0;
  return { ...withFreshIds(calls, other), status: response.status, headers, body: isRead ? "" : body };
}

type Measure = { cpuMs: number; times: number[] };

async function load({ url, pid }: Worker, { path, init }: Route, requests: number, into: Measure): Promise<void> {
  const target = new URL(path, url);
  const before = usageOf(pid).cpuMs;
  let left = requests;
  const ask = async () => {
    while (left > 0) {
      left -= 1;
      const startedAt = performance.now();
      const response = await fetch(target, init);
      await response.arrayBuffer();
      if (response.status >= 400 && response.status !== 404) throw new Error(`${path} returned ${response.status}`);
      into.times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  into.cpuMs += usageOf(pid).cpuMs - before;
}

const at = (times: number[], share: number) =>
  (times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? Number.NaN).toFixed(1);

const perSecond = (times: number[]) =>
  Math.round((1000 * AT_ONCE * times.length) / times.reduce((sum, time) => sum + time, 0));

/** Alternates between the Worker and its floor, so that a busy moment of the machine affects both. */
async function compare(ours: Worker, floor: Worker, route: Route, rounds: number) {
  const none = (): Measure => ({ cpuMs: 0, times: [] });
  const [own, least] = [none(), none()];
  for (const worker of [ours, floor]) await load(worker, route, WARM_UP, none());
  for (let block = 0; block < BLOCKS; block += 1) {
    await load(ours, route, REQUESTS / BLOCKS, own);
    await load(floor, route, REQUESTS / BLOCKS, least);
  }
  const [cpu, floorCpu] = [own.cpuMs / REQUESTS, least.cpuMs / REQUESTS];
  const times = cpu / floorCpu;
  return {
    route: route.name,
    "CPU-ms": cpu.toFixed(2),
    floor: floorCpu.toFixed(2),
    "× floor": times.toFixed(2),
    "at most": route.most ?? "",
    "": route.most !== null && times > route.most ? "over" : "",
    "requests/s": perSecond(own.times),
    "floor requests/s": perSecond(least.times),
    "D1 round trips": rounds,
    "p50 ms": at(own.times, 0.5),
    "p99 ms": at(own.times, 0.99),
    "floor p50": at(least.times, 0.5),
    "floor p99": at(least.times, 0.99),
  };
}

/**
 * Compares a request's cost with a Worker without a framework that runs the same statements and reads and returns the
 * same bytes: `npx node bench/http.ts`, after a build. `--only name,name` and `--requests 400` make it shorter or
 * longer; `--profile` shows where each route's time goes.
 */
async function run(): Promise<void> {
  const now = Date.now();
  const started: Worker[] = [];
  const start = async (name: Parameters<typeof bundle>[0], bindings: Record<string, string> = {}) => {
    const worker = await startWorker(bundle(name, { keepsNames: values.profile }), {
      providerUrl: "http://127.0.0.1:9",
      rate: 5,
      // One member logs in over and over.
      bindings: { LOGIN_MAX_PER_ACCOUNT: "1000000", ...bindings },
      hasFiles: true,
    });
    started.push(worker);
    await fill(worker, now);
    return worker;
  };
  try {
    const recorded = await start("recorded-worker");
    const ours = await start("index");
    const routes = (await routesOf(ours, now)).filter(
      ({ name }) => !values.only || values.only.split(",").includes(name),
    );
    const theirs = await routesOf(recorded, now);
    const answers: Record<string, FloorAnswer> = {};
    for (const route of theirs) answers[keyOf(route)] = await record(recorded, route);
    const floor = await start("floor-worker", { ANSWERS: JSON.stringify(answers) });
    const rows = [];
    for (const route of routes) rows.push(await compare(ours, floor, route, answers[keyOf(route)]?.rounds.length ?? 0));
    console.log(`${REQUESTS} requests per route, ${AT_ONCE} in parallel; machine load ${loadavg()[0]?.toFixed(1)}`);
    console.table(rows);
    if (!values.profile) return;
    for (const route of routes) {
      const profile = await profileOf(ours.inspectorUrl, () => load(ours, route, REQUESTS, { cpuMs: 0, times: [] }));
      console.log([`${route.name}, ${REQUESTS} requests:`, ...profile].join("\n  "));
    }
  } finally {
    for (const worker of started) await worker.stop();
  }
}

try {
  await run();
  process.exit(0);
} catch (error) {
  exitWith(error);
}
