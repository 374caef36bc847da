import { meteredBeside } from "#db/client.ts";
import type { Ctx } from "../../kernel/context.ts";
import type { BatchMessage } from "../../kernel/queue-messages.ts";
import { latestAfterStart, startEvery, waitUntil } from "../../mail/pace.ts";
import { FURTHEST_START_MS } from "../../mail/starts.queries.ts";
import { finishAttempt, giveBack, prepareAttempt } from "./send-batch.ts";

/** With one claim beside them they stay within the six connections that an invocation may have open. */
const CALLS_AT_ONCE = 5;
/** A batch is claimed and rendered so long before its start. */
const AHEAD_MS = 1500;
const LONGEST_WAIT_MS = 30_000;
/** A timer that fires late so often in a row is that of a machine which has no quieter moment. */
const MOST_STEPS_MISSED = 4;

/** A start, or the first of its lane's steps after it that has not passed. */
function onStep(startAt: number, from: number, stepMs: number): number {
  if (startAt >= from) return startAt;
  return startAt + Math.ceil((from - startAt) / stepMs) * stepMs;
}

/**
 * Waits for a call's start, or for the first of its lane's later steps to which this machine comes in time: beside the next lane's
 * call a late one would be too many. @returns the step
 */
async function awaitStep(ctx: Ctx, startAt: number, from: number, stepMs: number): Promise<number> {
  let at = onStep(startAt, from, stepMs);
  for (let missed = 0; ; missed += 1) {
    await waitUntil(ctx, at);
    if (ctx.clock() - at <= latestAfterStart(ctx) || missed === MOST_STEPS_MISSED) return at;
    at = onStep(at, ctx.clock(), stepMs);
  }
}

export type LaneMessage = {
  body: BatchMessage;
  /** The attempt is over, whatever came of it. */
  done: () => void;
  later: (delaySeconds: number) => void;
  failed: (error: unknown) => void;
};

type Claimed = {
  message: LaneMessage;
  startAt: number;
  attempt: NonNullable<Awaited<ReturnType<typeof prepareAttempt>>>;
  own: Ctx;
};

/** Claims and renders a message's batch shortly before its start; null where there is no call to make, of which the queue knows then. */
async function claim(ctx: Ctx, message: LaneMessage, now: number): Promise<Claimed | null> {
  const startAt = message.body.startAt <= now + FURTHEST_START_MS ? message.body.startAt : 0;
  if (startAt - ctx.clock() > LONGEST_WAIT_MS) {
    message.later(Math.floor((startAt - ctx.clock()) / 1000) - 1);
    return null;
  }
  try {
    await waitUntil(ctx, startAt - AHEAD_MS);
    // Batches go out side by side: each has sums of its own in its log line.
    const own = { ...ctx, ...meteredBeside(ctx.db), now: ctx.clock() };
    const attempt = await prepareAttempt(own, message.body);
    if (attempt) return { message, startAt, attempt, own };
    message.done();
  } catch (error) {
    message.failed(error);
  }
  return null;
}

/** Claims one after another, each while the one before it still waits for its start. */
async function* claimInTurn(ctx: Ctx, messages: LaneMessage[]): AsyncGenerator<Claimed> {
  const now = ctx.clock();
  const [first, ...others] = messages.toSorted((a, b) => a.body.startAt - b.body.startAt);
  let next = first && claim(ctx, first, now);
  for (const message of [...others, null]) {
    const claimed = await next;
    next = message ? claim(ctx, message, now) : undefined;
    if (claimed) yield claimed;
  }
}

/**
 * Sends what a queue has brought, each batch at its start and side by side. A start that was moved since, as the provider asked for
 * patience, is waited for as well. One that has passed becomes the lane's next step, which no other lane's call falls on. It ends
 * with the last call's beginning, so that the lane's next messages come in time; answers that are still awaited go on behind it.
 */
export async function sendLane(ctx: Ctx, lane: string, messages: LaneMessage[]): Promise<void> {
  const stepMs = startEvery(ctx) * ctx.wakeUpQueues.length;
  const calls = new Set<Promise<void>>();
  let notBefore = 0;
  for await (const { message, startAt, attempt, own } of claimInTurn(ctx, messages)) {
    try {
      if (calls.size >= CALLS_AT_ONCE) await Promise.race(calls);
      const movedTo = startAt + Math.max(0, attempt.slowedMs - message.body.slowedMs);
      if (movedTo - ctx.clock() > LONGEST_WAIT_MS) {
        await giveBack({ ...own, now: ctx.clock() }, attempt, movedTo);
        message.done();
        continue;
      }
      notBefore = 1 + (await awaitStep(ctx, movedTo, Math.max(notBefore, ctx.clock()), stepMs));
      const call = finishAttempt({ ...own, now: ctx.clock() }, attempt, lane)
        .then(message.done, message.failed)
        .finally(() => calls.delete(call));
      calls.add(call);
    } catch (error) {
      message.failed(error);
    }
  }
  if (calls.size > 0) ctx.defer(Promise.all(calls));
}
