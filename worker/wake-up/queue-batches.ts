import type { Ctx } from "../context.ts";

const MESSAGES_PER_CALL = 100;

/** Puts batches on the queue. The queue only transports: a batch that gets lost there is queued again by a later tick. */
export async function queueBatches(
  ctx: Ctx,
  { batchIds, tickAt }: { batchIds: string[]; tickAt: number },
): Promise<void> {
  for (let start = 0; start < batchIds.length; start += MESSAGES_PER_CALL) {
    const messages = batchIds.slice(start, start + MESSAGES_PER_CALL).map((batchId) => ({ body: { batchId, tickAt } }));
    await ctx.wakeUpQueue.sendBatch(messages);
  }
}
