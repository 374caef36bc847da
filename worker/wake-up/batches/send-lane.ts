import type { Ctx } from "../../kernel/context.ts";
import type { BatchMessage } from "../../kernel/queue-messages.ts";
import { laneStep, latestAfterStart, waitUntil } from "../../mail/pace.ts";
import { FURTHEST_START_MS } from "../../mail/starts.queries.ts";
import { finishAttempt, giveBack, prepareAttempt } from "./send-batch.ts";

/** With one claim in parallel, this stays within the six connections an invocation may have open. */
const CALLS_AT_ONCE = 5;
const AHEAD_MS = 1500;
const LONGEST_WAIT_MS = 30_000;
/** After this many late timers in a row, waiting longer won't help. */
const MOST_STEPS_MISSED = 4;

function onStep(startAt: number, from: number, stepMs: number): number {
  if (startAt >= from) return startAt;
  return startAt + Math.ceil((from - startAt) / stepMs) * stepMs;
}

/** Waits for the start, or the lane's first later step it can meet: a late call would collide with the next lane's. @returns the step */
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
  /** Ends the attempt, whatever its result. */
  done: () => void;
  later: (delaySeconds: number) => void;
  failed: (error: unknown) => void;
};

type Claimed = {
  message: LaneMessage;
  startAt: number;
  attempt: NonNullable<Awaited<ReturnType<typeof prepareAttempt>>>;
};

/** Claims and renders a message's batch shortly before its start. Returns null, with the queue informed, if there's no call to make. */
async function claim(ctx: Ctx, message: LaneMessage, now: number): Promise<Claimed | null> {
  const startAt = message.body.startAt <= now + FURTHEST_START_MS ? message.body.startAt : 0;
  if (startAt - ctx.clock() > LONGEST_WAIT_MS) {
    message.later(Math.floor((startAt - ctx.clock()) / 1000) - 1);
    return null;
  }
  try {
    await waitUntil(ctx, startAt - AHEAD_MS);
    const attempt = await prepareAttempt({ ...ctx, now: ctx.clock() }, message.body);
    if (attempt) return { message, startAt, attempt };
    message.done();
  } catch (error) {
    message.failed(error);
  }
  return null;
}

/** Claims one batch at a time, each while the previous one waits for its start. */
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

/** Sends each batch at its start, or the lane's next step. Returns once the last call begins, so the next messages arrive in time. */
export async function sendLane(ctx: Ctx, messages: LaneMessage[]): Promise<void> {
  const stepMs = laneStep(ctx);
  const calls = new Set<Promise<void>>();
  let notBefore = 0;
  for await (const { message, startAt, attempt } of claimInTurn(ctx, messages)) {
    try {
      if (calls.size >= CALLS_AT_ONCE) await Promise.race(calls);
      const movedTo = startAt + Math.max(0, attempt.slowedMs - message.body.slowedMs);
      if (movedTo - ctx.clock() > LONGEST_WAIT_MS) {
        await giveBack({ ...ctx, now: ctx.clock() }, attempt, movedTo);
        message.done();
        continue;
      }
      notBefore = 1 + (await awaitStep(ctx, movedTo, Math.max(notBefore, ctx.clock()), stepMs));
      const call = finishAttempt({ ...ctx, now: ctx.clock() }, attempt)
        .then(message.done, message.failed)
        .finally(() => calls.delete(call));
      calls.add(call);
    } catch (error) {
      message.failed(error);
    }
  }
  if (calls.size > 0) ctx.defer(Promise.all(calls));
}
