import type { Ctx } from "../context.ts";
import { postponeBatches, selectOpenBatchesDue } from "./batches.queries.ts";
import { queueBatches } from "./queue-batches.ts";
import { REQUEUE_AFTER_MS } from "./timing.ts";

const BATCHES_PER_TICK = 1000;

/**
 * Queues open batches again whose next attempt is due, the longest waiting first. The messages carry the real time: a tick
 * sent ahead of time must not make batches late that are not.
 */
export async function requeueBatches(ctx: Ctx, { limit = BATCHES_PER_TICK }: { limit?: number } = {}): Promise<void> {
  const due = await selectOpenBatchesDue(ctx.db, ctx.now, limit);
  const batchIds = due.map((batch) => batch.id);
  if (batchIds.length === 0) return;
  await postponeBatches(ctx.db, batchIds, ctx.now + REQUEUE_AFTER_MS);
  await queueBatches(ctx, { batchIds, tickAt: ctx.now });
}
