import type { Ctx } from "../context.ts";
import { DELETED_KEPT_MS } from "./delete-content.ts";
import { emptyDeleted } from "./library.queries.ts";
import { deleteOldRevisions, deleteRevisionsOfDeleted } from "./revisions.queries.ts";

const REVISIONS_KEPT_MS = 90 * 86_400_000;

/** Forgets what can no longer be restored. A deleted item's row stays without its words: members' progress refers to it. */
export async function purgeContent(ctx: Ctx): Promise<void> {
  const deletedBefore = ctx.now - DELETED_KEPT_MS;
  await ctx.db.batch([
    deleteOldRevisions(ctx.db, ctx.now - REVISIONS_KEPT_MS),
    deleteRevisionsOfDeleted(ctx.db, deletedBefore),
    emptyDeleted(ctx.db, deletedBefore),
  ]);
}
