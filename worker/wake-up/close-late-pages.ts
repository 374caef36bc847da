import type { Ctx } from "../context.ts";
import { log } from "../log.ts";
import { changePage, listLatePages, markMissed, markUnknown, type PageRow } from "./pages.queries.ts";
import { CUT_OFF_MS } from "./timing.ts";

const PAGES_PER_TICK = 100;

/** Writes a page off. A claimed recipient's call may have been accepted: unknown, never missed. */
export async function closeLatePage(ctx: Ctx, page: PageRow): Promise<void> {
  await ctx.db.batch([
    markUnknown(ctx.db, page),
    markMissed(ctx.db, page, ctx.now),
    changePage(ctx.db, page.id, { state: "closed", settledAt: ctx.now }),
  ]);
  log("warn", "page_closed", { pageId: page.id });
}

/** Closes the open pages that are beyond the cut-off at `ctx.now`. */
export async function closeLatePages(ctx: Ctx): Promise<void> {
  const late = await listLatePages(ctx.db, ctx.now - CUT_OFF_MS - 1, ctx.now, PAGES_PER_TICK);
  for (const page of late) await closeLatePage(ctx, page);
}
