import { env } from "cloudflare:workers";
import { MINUTE_MS, SECOND_MS } from "#domain/durations.ts";
import { wrappedD1 } from "#test/worker/wrapped-d1.ts";
import type { Env } from "#worker/kernel/env.ts";
import { INVITED_ON_FIRST_DAY } from "./others.ts";
import { CALL_KINDS, type CallKind, type Fault, type Scenario } from "./scenario.ts";
import type { Stage } from "./stage.ts";

/** One run of a Worker entry point. */
export type Invocation = { id: number; name: string; isDead: boolean; die: () => void };
export type Ending = "done" | "failed" | "died";

type Entry = (env: Env, execution: ExecutionContext) => unknown;
type Producer = Pick<Queue, "send" | "sendBatch">;
type CallFault = Extract<Fault, { of: CallKind }>;

const LONGEST_LATENCY_MS: Record<CallKind, number> = { database: 12, queue: 40, mail: 30 };
/** How long the platform lets `waitUntil` work continue after an invocation. */
const LATE_WORK_MS = 30 * SECOND_MS;
const PROVIDER = "provider.test";
/** Complaints pause all sending: on days about complaints one is enough, on others none is. */
const variablesOf = ({ complaintAt }: Scenario) => ({
  COMPLAINTS_PAUSE_FROM: complaintAt === null ? "1000000" : "1",
  INVITATIONS_FIRST_DAY: String(INVITED_ON_FIRST_DAY),
});

/** Never resolves: the isolate that waited for it is gone. */
const never = () => new Promise<never>(() => {});

/**
 * Runs the Worker's entry points with bindings that count calls, take time, fail where the scenario says, and stop
 * responding once the invocation has died.
 */
export function createInvocations(stage: Stage) {
  const { scenario, time, random, note, troubled } = stage;
  const outages = stage.faultsOf("database_outage");
  const holds = stage.faultsOf("database_held").map(({ minute, seconds }) => {
    const from = stage.from + minute * MINUTE_MS;
    return { from, until: from + seconds * SECOND_MS };
  });
  const running = new Map<number, Invocation>();
  const counts: Record<CallKind, number> = { database: 0, queue: 0, mail: 0 };
  const planned = Map.groupBy(
    scenario.faults.filter((fault): fault is CallFault => "of" in fault),
    ({ of, nth }) => `${of} ${nth}`,
  );
  let queues: Record<string, Producer> = {};
  let [last, kills] = [0, 0];

  function failInOutage(of: Invocation): void {
    if (!outages.some((outage) => stage.isWithin(Date.now(), outage))) return;
    troubled(`the database is down for ${of.name}`);
    throw new Error("D1_ERROR: Internal error in D1 DB storage caused object to be reset.");
  }

  async function failInHold(of: Invocation): Promise<void> {
    const held = holds.find(({ from, until }) => from <= Date.now() && Date.now() < until);
    if (!held) return;
    const ms = held.until - Date.now();
    troubled(`the database is held for ${of.name} for ${ms / SECOND_MS} s`, ms);
    await time.sleep(ms);
    if (of.isDead) await never();
    throw new Error("D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.");
  }

  async function strike(of: Invocation, call: string, when: "before" | "after"): Promise<void> {
    for (const fault of planned.get(call) ?? []) {
      if (fault.when !== when) continue;
      const ms = fault.kind === "stall" ? fault.seconds * SECOND_MS : 0;
      troubled(`${fault.kind} ${when} ${call} of ${of.name}${ms > 0 ? ` for ${ms / SECOND_MS} s` : ""}`, ms);
      if (fault.kind === "kill") {
        kills += 1;
        of.die();
        await never();
      }
      if (fault.kind === "error") throw new Error("Network connection lost.");
      await time.sleep(ms);
      if (of.isDead) await never();
    }
  }

  /** One call of an invocation, round trip. `run` is what it does on arrival. */
  async function call<T>(of: Invocation, kind: CallKind, run: (nth: number) => Promise<T>): Promise<T> {
    if (of.isDead) return never();
    counts[kind] += 1;
    const nth = counts[kind];
    await time.sleep(1 + random() * LONGEST_LATENCY_MS[kind]);
    if (of.isDead) return never();
    if (kind === "database") {
      failInOutage(of);
      await failInHold(of);
    }
    await strike(of, `${kind} ${nth}`, "before");
    const answer = await run(nth);
    if (of.isDead) return never();
    await strike(of, `${kind} ${nth}`, "after");
    return answer;
  }

  function bindingsOf(of: Invocation): Env {
    const producers = Object.entries(queues).map(([name, queue]) => {
      const send: Queue["send"] = (body, options) => call(of, "queue", () => queue.send(body, options));
      const sendBatch: Queue["sendBatch"] = (list, options) => call(of, "queue", () => queue.sendBatch(list, options));
      return [name, { send, sendBatch }];
    });
    return {
      ...env,
      ...variablesOf(scenario),
      ...Object.fromEntries(producers),
      DB: wrappedD1((run) => call(of, "database", () => time.io(run))),
      RESEND_RATE: String(scenario.rate),
      RESEND_BASE_URL: `http://${PROVIDER}/${of.id}`,
    } as unknown as Env;
  }

  /** Runs an entry point until it ends or dies, including `waitUntil` work; a consumer's continues for a while. */
  async function invoke(name: string, entry: Entry, { isConsumer = false } = {}): Promise<Ending> {
    last += 1;
    const { promise: died, resolve } = Promise.withResolvers<"died">();
    const die = () => {
      of.isDead = true;
      resolve("died");
    };
    const of: Invocation = { id: last, name, isDead: false, die };
    running.set(of.id, of);
    const late: Promise<unknown>[] = [];
    const execution = { waitUntil: (work: Promise<unknown>) => void late.push(work), passThroughOnException: () => {} };
    const work = async (): Promise<Ending> => {
      await entry(bindingsOf(of), execution as unknown as ExecutionContext);
      return "done";
    };
    const failed = (error: unknown): Ending => {
      note(`${name} failed: ${error}`);
      return "failed";
    };
    const ended = work().catch(failed);
    const over = Promise.race([ended.then(() => Promise.all(late)), died]).finally(() => running.delete(of.id));
    const ending = await Promise.race([ended, died]);
    if (isConsumer) {
      void ended.then(() => time.sleep(LATE_WORK_MS)).then(die);
      return ending;
    }
    return (await over) === "died" ? "died" : ending;
  }

  return {
    invoke,
    call,
    counts,
    kills: () => kills,
    total: () => CALL_KINDS.reduce((sum, kind) => sum + counts[kind], 0),
    /** Sets the queues behind the Worker's producer bindings. */
    bindQueues: (given: Record<string, Producer>) => {
      queues = given;
    },
    /** The invocation that sent a request to the provider, and the request's path; null if it has ended. */
    senderOf(url: URL): { of: Invocation; path: string } | null {
      if (url.host !== PROVIDER) throw new Error(`Nobody answers at ${url.host}.`);
      const [, id, ...path] = url.pathname.split("/");
      const of = running.get(Number(id));
      return of ? { of, path: `/${path.join("/")}` } : null;
    },
  };
}

export type Invocations = ReturnType<typeof createInvocations>;
