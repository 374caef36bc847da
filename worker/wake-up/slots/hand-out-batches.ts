import { MINUTE_MS } from "#domain/durations.ts";
import type { Ctx } from "../../kernel/context.ts";
import type { BatchMessage } from "../../kernel/queue-messages.ts";
import { selectDispatcher } from "../../mail/dispatcher.queries.ts";
import { startEvery } from "../../mail/pace.ts";
import { FURTHEST_START_MS, ONE_IN, takeStarts } from "../../mail/starts.queries.ts";
import { selectDueMails } from "../../mail/transactional-mails.queries.ts";
import { type Placed, postponeBatches, selectOpenBatchesDue } from "../batches/batches.queries.ts";

/** A batch that was not settled so long after its start is given out again. */
export const REQUEUE_AFTER_MS = 5 * MINUTE_MS;
/** The starts of the next minute, and of a few seconds more by which the next tick may be late. */
const HORIZON_MS = 65_000;
/** The longest list of ids for a statement. */
const MOST = 12_000;
const MESSAGES_PER_CALL = 100;
/** So long the queues take for the first messages: their starts are not to have passed by then. One batch alone needs no distance. */
const LEAD_MS = 2000;
/** A message comes so long before its start. */
const EARLY_SECONDS = 5;

type Start = { batchId: string; startAt: number };

/** Which start of a row each batch has: where some are kept back, the first of each `ONE_IN` is nobody's. */
function placeOf(index: number, keepsBack: boolean): number {
  return keepsBack ? index + 1 + Math.floor(index / (ONE_IN - 1)) : index;
}

/** How many batches have a start until the horizon, after those that were given out already. */
function roomFor(ctx: Ctx, { lastStartAt, keepsBack }: { lastStartAt: number | null; keepsBack: boolean }): number {
  const every = startEvery(ctx);
  const known = lastStartAt !== null && lastStartAt <= ctx.now + FURTHEST_START_MS ? lastStartAt : 0;
  const first = Math.max(ctx.now, known + every);
  const starts = Math.max(0, Math.floor((ctx.now + HORIZON_MS - first) / every) + 1);
  return keepsBack ? Math.floor((starts * (ONE_IN - 1)) / ONE_IN) : starts;
}

/**
 * Gives the open batches whose next attempt is due, the longest waiting first, the starts of the next minute, and puts them on
 * the lanes in turn. Late ones, retries and new ones stand in one row. While other mails wait, one start in `ONE_IN` is left to them.
 */
export async function handOutBatches(ctx: Ctx, { limit = MOST }: { limit?: number } = {}): Promise<void> {
  const [[dispatcher], due, others] = await ctx.db.batch([
    selectDispatcher(ctx.db),
    selectOpenBatchesDue(ctx.db, ctx.now, Math.min(limit, Math.ceil(HORIZON_MS / startEvery(ctx)) + 1)),
    selectDueMails(ctx.db, ctx.now, 1),
  ]);
  const keepsBack = others.length > 0;
  const taken = due.slice(0, roomFor(ctx, { lastStartAt: dispatcher?.lastStartAt ?? null, keepsBack }));
  if (taken.length === 0) return;
  const every = startEvery(ctx);
  const count = placeOf(taken.length - 1, keepsBack) + 1;
  const placed = taken.map(
    ({ id }, index): Placed => ({ id, before: (count - 1 - placeOf(index, keepsBack)) * every }),
  );
  const [[row], moved] = await ctx.db.batch([
    takeStarts(ctx.db, { now: taken.length > 1 ? ctx.now + LEAD_MS : ctx.now, every, count, keepsBack }),
    postponeBatches(ctx.db, placed, { now: ctx.now, afterMs: REQUEUE_AFTER_MS }),
  ]);
  if (!row) return;
  // Another tick may have taken some of them meanwhile.
  const ours = new Set(moved.map(({ id }) => id));
  const starts = placed.flatMap(({ id, before }) =>
    ours.has(id) ? [{ batchId: id, startAt: row.lastStartAt - before }] : [],
  );
  await queueStarts(ctx, starts, row.slowedMs);
}

/** Lanes take turns, start by start: each has steps of its own, which no other's call falls on. */
function laneOf(ctx: Ctx, startAt: number) {
  const { wakeUpQueues } = ctx;
  return wakeUpQueues[Math.floor(startAt / startEvery(ctx)) % wakeUpQueues.length];
}

/** The queues only transport: a batch that gets lost there is given out again by a later tick. */
async function queueStarts(ctx: Ctx, starts: Start[], slowedMs: number): Promise<void> {
  const lanes = Map.groupBy(starts, ({ startAt }) => laneOf(ctx, startAt));
  const sends = [...lanes].map(async ([queue, ofLane]) => {
    const messages = ofLane.map((start) => toMessage(ctx, start, slowedMs));
    for (let first = 0; first < messages.length; first += MESSAGES_PER_CALL)
      await queue?.sendBatch(messages.slice(first, first + MESSAGES_PER_CALL));
  });
  await Promise.all(sends);
}

/** It carries the real time: a tick sent ahead of time must not make batches late that are not. */
function toMessage({ now }: Ctx, start: Start, slowedMs: number): MessageSendRequest<BatchMessage> {
  const delaySeconds = Math.max(0, Math.floor((start.startAt - now) / 1000) - EARLY_SECONDS);
  return { body: { ...start, tickAt: now, slowedMs }, delaySeconds };
}
