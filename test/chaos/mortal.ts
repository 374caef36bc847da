import { createDb } from "#db/client.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { wrappedD1 } from "#test/worker/wrapped-d1.ts";
import type { Ctx } from "#worker/kernel/context.ts";

type Ended<T> = { isKilled: false; answer: T } | { isKilled: true };
type Life = { now: number; random: () => number; oneDiesIn: number };

const LONGEST_CALL_MS = 4;
/** Calls a second, so that starts are next to each other: waiting for them takes real time. */
const RATE = 50;

/** Runs work whose invocation may be killed before or after any call to the database or the provider. Calls of several at once arrive in any order. */
export async function runMortal<T>(
  { now, random, oneDiesIn }: Life,
  work: (ctx: Ctx) => Promise<T>,
): Promise<Ended<T>> {
  const { promise: killed, resolve: kill } = Promise.withResolvers<Ended<T>>();
  let isDead = false;
  /** Never resolves once dead: the isolate that waited for it is gone. */
  async function live(): Promise<void> {
    isDead ||= random() < 1 / oneDiesIn / 2;
    if (!isDead) return;
    kill({ isKilled: true });
    await new Promise<never>(() => {});
  }
  async function call<R>(run: () => Promise<R>): Promise<R> {
    await live();
    await new Promise((resolve) => setTimeout(resolve, random() * LONGEST_CALL_MS));
    const answer = await run();
    await live();
    return answer;
  }
  const late: Promise<unknown>[] = [];
  const own = contextAt(now);
  const ctx: Ctx = {
    ...own,
    config: { ...own.config, resendRate: RATE },
    db: createDb(wrappedD1(call)),
    mailer: { ...own.mailer, sendBatch: (mails, key) => call(() => own.mailer.sendBatch(mails, key)) },
    defer: (deferred) => void late.push(deferred),
  };
  const lived = async (): Promise<Ended<T>> => {
    const answer = await work(ctx);
    await Promise.all(late);
    return { isKilled: false, answer };
  };
  return Promise.race([lived(), killed]);
}

/** Presses a button until an answer comes, sometimes two at once. */
export async function press<T>(life: Life, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  for (;;) {
    const times = life.random() < 0.4 ? 2 : 1;
    const pressed = await Promise.all(Array.from({ length: times }, () => runMortal(life, work)));
    const answered = pressed.find((one) => !one.isKilled);
    if (answered) return answered.answer;
  }
}
