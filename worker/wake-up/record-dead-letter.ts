import { auditChange } from "../audit/audit.queries.ts";
import type { Ctx } from "../context.ts";
import type { PageMessage } from "./page-message.ts";
import { changePage } from "./pages.queries.ts";

/** Notes on the page that its message gave out. The page stays open: a later tick queues it again until the cut-off. */
export async function recordDeadLetter(ctx: Ctx, { pageId }: PageMessage): Promise<void> {
  await ctx.db.batch([
    changePage(ctx.db, pageId, { lastError: "dead_letter" }),
    auditChange(ctx, { actor: "system", action: "page.dead-letter", subject: pageId }),
  ]);
}
