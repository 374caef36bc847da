import { auditChange } from "../../audit/audit.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import { errorFields, log } from "../../kernel/log.ts";
import type { BatchMessage } from "../../kernel/queue-messages.ts";
import { recordMissed, recordUnknown } from "../deliveries/deliveries.queries.ts";
import { CUT_OFF_MS } from "../slots/slots.ts";
import { type BatchRow, changeBatch, closeBatch, selectLateBatches } from "./batches.queries.ts";

const CLOSED_PER_TICK = 100;

/** Writes a batch off. A claimed recipient's call may have been accepted, so it counts as unknown, never as missed. */
export async function closeLateBatch(ctx: Ctx, batch: BatchRow): Promise<void> {
  await ctx.db.batch([
    recordUnknown(ctx.db, batch.id),
    recordMissed(ctx.db, batch, ctx.now),
    closeBatch(ctx.db, batch.id, ctx.now),
  ]);
  log("warn", "batch_closed", { batchId: batch.id });
}

/** Closes open batches past the cutoff at `ctx.now`. A failing one delays neither the others nor the tick. */
export async function closeLateBatches(ctx: Ctx): Promise<void> {
  const late = await selectLateBatches(ctx.db, ctx.now - CUT_OFF_MS - 1, ctx.now, CLOSED_PER_TICK);
  for (const batch of late) {
    await closeLateBatch(ctx, batch).catch((error) => {
      log("error", "batch_not_closed", { batchId: batch.id, ...errorFields(error) });
    });
  }
}

/** Notes on the batch that its message ran out of retries. It stays open, and later ticks queue it again until the cutoff. */
export async function recordDeadLetter(ctx: Ctx, { batchId }: BatchMessage): Promise<void> {
  await ctx.db.batch([
    changeBatch(ctx.db, batchId, { lastError: "dead_letter" }),
    auditChange(ctx, { actor: "system", action: "batch.dead-letter", subject: batchId }),
  ]);
}
