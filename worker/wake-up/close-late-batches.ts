import type { Ctx } from "../context.ts";
import { log } from "../log.ts";
import { type BatchRow, changeBatch, selectLateBatches } from "./batches.queries.ts";
import { recordMissed, recordUnknown } from "./deliveries.queries.ts";
import { CUT_OFF_MS } from "./timing.ts";

const BATCHES_PER_TICK = 100;

/** Writes a batch off. A claimed recipient's call may have been accepted: unknown, never missed. */
export async function closeLateBatch(ctx: Ctx, batch: BatchRow): Promise<void> {
  await ctx.db.batch([
    recordUnknown(ctx.db, batch),
    recordMissed(ctx.db, batch, ctx.now),
    changeBatch(ctx.db, batch.id, { state: "closed", settledAt: ctx.now }),
  ]);
  log("warn", "batch_closed", { batchId: batch.id });
}

/** Closes the open batches that are beyond the cut-off at `ctx.now`. */
export async function closeLateBatches(ctx: Ctx): Promise<void> {
  const late = await selectLateBatches(ctx.db, ctx.now - CUT_OFF_MS - 1, ctx.now, BATCHES_PER_TICK);
  for (const batch of late) await closeLateBatch(ctx, batch);
}
