import { auditChange } from "../audit/audit.queries.ts";
import type { Ctx } from "../context.ts";
import type { BatchMessage } from "./batch-message.ts";
import { changeBatch } from "./batches.queries.ts";

/** Notes on the batch that its message gave out. The batch stays open: a later tick queues it again until the cut-off. */
export async function recordDeadLetter(ctx: Ctx, { batchId }: BatchMessage): Promise<void> {
  await ctx.db.batch([
    changeBatch(ctx.db, batchId, { lastError: "dead_letter" }),
    auditChange(ctx, { actor: "system", action: "batch.dead-letter", subject: batchId }),
  ]);
}
