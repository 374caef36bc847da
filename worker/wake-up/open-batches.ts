import { auditChange } from "../audit/audit.queries.ts";
import type { Ctx } from "../context.ts";
import { errorFields, log } from "../log.ts";
import type { BatchMessage } from "../queue.ts";
import {
  type BatchRow,
  changeBatch,
  closeBatch,
  postponeBatches,
  selectLateBatches,
  selectOpenBatchesDue,
} from "./batches.queries.ts";
import { recordMissed, recordUnknown } from "./deliveries.queries.ts";
import { CUT_OFF_MS } from "./slots.ts";

/** A queued batch that was not settled by then is queued again. */
export const REQUEUE_AFTER_MS = 5 * 60_000;
const MESSAGES_PER_CALL = 100;
const REQUEUED_PER_TICK = 1000;
const CLOSED_PER_TICK = 100;

/** Puts batches on the queue. The queue only transports: a batch that gets lost there is queued again by a later tick. */
export async function queueBatches(ctx: Ctx, { batchIds, tickAt }: { batchIds: string[]; tickAt: number }) {
  for (let start = 0; start < batchIds.length; start += MESSAGES_PER_CALL) {
    const messages = batchIds.slice(start, start + MESSAGES_PER_CALL).map((batchId) => ({ body: { batchId, tickAt } }));
    await ctx.wakeUpQueue.sendBatch(messages);
  }
}

/**
 * Queues open batches again whose next attempt is due, the longest waiting first. The messages carry the real time: a tick
 * sent ahead of time must not make batches late that are not.
 */
export async function requeueBatches(ctx: Ctx, { limit = REQUEUED_PER_TICK }: { limit?: number } = {}): Promise<void> {
  const due = await selectOpenBatchesDue(ctx.db, ctx.now, limit);
  const batchIds = due.map((batch) => batch.id);
  if (batchIds.length === 0) return;
  await postponeBatches(ctx.db, batchIds, ctx.now + REQUEUE_AFTER_MS);
  await queueBatches(ctx, { batchIds, tickAt: ctx.now });
}

/** Writes a batch off. A claimed recipient's call may have been accepted: unknown, never missed. */
export async function closeLateBatch(ctx: Ctx, batch: BatchRow): Promise<void> {
  await ctx.db.batch([
    recordUnknown(ctx.db, batch.id),
    recordMissed(ctx.db, batch, ctx.now),
    closeBatch(ctx.db, batch.id, ctx.now),
  ]);
  log("warn", "batch_closed", { batchId: batch.id });
}

/** Closes the open batches that are beyond the cut-off at `ctx.now`. One that fails holds up neither the others nor the tick. */
export async function closeLateBatches(ctx: Ctx): Promise<void> {
  const late = await selectLateBatches(ctx.db, ctx.now - CUT_OFF_MS - 1, ctx.now, CLOSED_PER_TICK);
  for (const batch of late) {
    await closeLateBatch(ctx, batch).catch((error) => {
      log("error", "batch_not_closed", { batchId: batch.id, ...errorFields(error) });
    });
  }
}

/** Notes on the batch that its message gave out. The batch stays open: a later tick queues it again until the cut-off. */
export async function recordDeadLetter(ctx: Ctx, { batchId }: BatchMessage): Promise<void> {
  await ctx.db.batch([
    changeBatch(ctx.db, batchId, { lastError: "dead_letter" }),
    auditChange(ctx, { actor: "system", action: "batch.dead-letter", subject: batchId }),
  ]);
}
