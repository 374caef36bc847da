import { MINUTE_MS } from "#domain/durations.ts";
import type { Ctx } from "../../kernel/context.ts";
import type { BatchMessage } from "../../kernel/queue-messages.ts";
import { startEvery } from "../../mail/pace.ts";
import { FURTHEST_START_MS, ONE_IN, takeStarts } from "../../mail/starts.queries.ts";
import { type Placed, postponeBatches, selectOpenBatchesDue } from "../batches/batches.queries.ts";

/** A batch still unsettled this long after its start is handed out again. */
export const REQUEUE_AFTER_MS = 5 * MINUTE_MS;
/** Starts within the next minute, plus a few seconds in case the next tick is late. */
const HORIZON_MS = 65_000;
export const MOST_BATCHES = 12_000;
const MESSAGES_PER_CALL = 100;
/** Time the queues need for the first messages, so their starts haven't passed by then. A single batch needs none. */
const LEAD_MS = 2000;
const EARLY_SECONDS = 5;

type Start = { batchId: string; startAt: number };

/** Returns the position of a batch's start. If some are held back, the first of every `ONE_IN` stays free. */
function placeOf(index: number, keepsBack: boolean): number {
  return keepsBack ? index + 1 + Math.floor(index / (ONE_IN - 1)) : index;
}

function roomFor(ctx: Ctx, { lastStartAt, keepsBack }: { lastStartAt: number | null; keepsBack: boolean }): number {
  const every = startEvery(ctx);
  const known = lastStartAt !== null && lastStartAt <= ctx.now + FURTHEST_START_MS ? lastStartAt : 0;
  const first = Math.max(ctx.now, known + every);
  const starts = Math.max(0, Math.floor((ctx.now + HORIZON_MS - first) / every) + 1);
  return keepsBack ? Math.floor((starts * (ONE_IN - 1)) / ONE_IN) : starts;
}

/** Gives due batches the next minute's starts, longest waiting first. While other emails wait, one start in `ONE_IN` is left to them. */
export async function handOutBatches(ctx: Ctx, { limit = MOST_BATCHES }: { limit?: number } = {}): Promise<void> {
  const every = startEvery(ctx);
  const due = await selectOpenBatchesDue(ctx.db, ctx.now, Math.min(limit, Math.ceil(HORIZON_MS / every) + 1));
  const [first] = due;
  if (!first) return;
  const { keepsBack } = first;
  const taken = due.slice(0, roomFor(ctx, first));
  if (taken.length === 0) return;
  const count = placeOf(taken.length - 1, keepsBack) + 1;
  const placed = taken.map(
    ({ id }, index): Placed => ({ id, before: (count - 1 - placeOf(index, keepsBack)) * every }),
  );
  const [[row], moved] = await ctx.db.batch([
    takeStarts(ctx.db, { now: taken.length > 1 ? ctx.now + LEAD_MS : ctx.now, every, count, keepsBack }),
    postponeBatches(ctx.db, placed, { now: ctx.now, afterMs: REQUEUE_AFTER_MS }),
  ]);
  if (!row) return;
  // Another tick may have taken some of them in the meantime.
  const ours = new Set(moved.map(({ id }) => id));
  const starts = placed.flatMap(({ id, before }) =>
    ours.has(id) ? [{ batchId: id, startAt: row.lastStartAt - before }] : [],
  );
  await queueStarts(ctx, starts, row.slowedMs);
}

/** Lanes alternate start by start, so each has steps no other lane's call falls on. */
function laneOf(ctx: Ctx, startAt: number) {
  const { wakeUpQueues } = ctx;
  return wakeUpQueues[Math.floor(startAt / startEvery(ctx)) % wakeUpQueues.length];
}

/** Queues only transport: a later tick hands out any batch that gets lost. */
async function queueStarts(ctx: Ctx, starts: Start[], slowedMs: number): Promise<void> {
  const lanes = Map.groupBy(starts, ({ startAt }) => laneOf(ctx, startAt));
  const sends = [...lanes].map(async ([queue, ofLane]) => {
    const messages = ofLane.map((start) => toMessage(ctx, start, slowedMs));
    for (let first = 0; first < messages.length; first += MESSAGES_PER_CALL)
      await queue?.sendBatch(messages.slice(first, first + MESSAGES_PER_CALL));
  });
  await Promise.all(sends);
}

/** Carries the real time: a tick that runs early mustn't make batches late. */
function toMessage({ now }: Ctx, start: Start, slowedMs: number): MessageSendRequest<BatchMessage> {
  const delaySeconds = Math.max(0, Math.floor((start.startAt - now) / 1000) - EARLY_SECONDS);
  return { body: { ...start, tickAt: now, slowedMs }, delaySeconds };
}
