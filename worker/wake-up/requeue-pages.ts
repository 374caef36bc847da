import type { Ctx } from "../context.ts";
import { listOpenPagesDue, postponePages } from "./pages.queries.ts";
import { queuePages } from "./queue-pages.ts";
import { REQUEUE_AFTER_MS } from "./timing.ts";

const PAGES_PER_TICK = 1000;

/**
 * Queues open pages again whose next attempt is due, the longest waiting first. The messages carry the real time: a tick
 * sent ahead of time must not make pages late that are not.
 */
export async function requeuePages(ctx: Ctx, { limit = PAGES_PER_TICK }: { limit?: number } = {}): Promise<void> {
  const pageIds = await listOpenPagesDue(ctx.db, ctx.now, limit);
  if (pageIds.length === 0) return;
  await postponePages(ctx.db, pageIds, ctx.now + REQUEUE_AFTER_MS);
  await queuePages(ctx, { pageIds, tickAt: ctx.now });
}
