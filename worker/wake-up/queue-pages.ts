import type { Ctx } from "../context.ts";

const MESSAGES_PER_CALL = 100;

/** Puts pages on the queue. The queue only transports: a page that gets lost there is queued again by a later tick. */
export async function queuePages(ctx: Ctx, { pageIds, tickAt }: { pageIds: string[]; tickAt: number }): Promise<void> {
  for (let start = 0; start < pageIds.length; start += MESSAGES_PER_CALL) {
    const messages = pageIds.slice(start, start + MESSAGES_PER_CALL).map((pageId) => ({ body: { pageId, tickAt } }));
    await ctx.wakeUpQueue.sendBatch(messages);
  }
}
