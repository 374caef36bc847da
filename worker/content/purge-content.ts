import { DAY_MS } from "#domain/durations.ts";
import type { Ctx } from "../kernel/context.ts";
import { DELETED_KEPT_MS } from "./delete-content.ts";
import { emptyDeleted } from "./library.queries.ts";
import { deleteOldRevisions, deleteRevisionsOfDeleted } from "./revisions.queries.ts";

const REVISIONS_KEPT_MS = 90 * DAY_MS;
/** What an hour takes of each kind of revision, and of items: docs/design.md, "Row budgets". */
const REVISIONS_PER_HOUR = 500;
const ITEMS_PER_HOUR = 100;

/** Forgets what can no longer be restored. A deleted item's row stays without its words: members' progress refers to it. */
export async function purgeContent(ctx: Ctx): Promise<void> {
  const toEmpty = { deletedBefore: ctx.now - DELETED_KEPT_MS, items: ITEMS_PER_HOUR };
  await ctx.db.batch([
    deleteOldRevisions(ctx.db, ctx.now - REVISIONS_KEPT_MS, REVISIONS_PER_HOUR),
    deleteRevisionsOfDeleted(ctx.db, toEmpty, REVISIONS_PER_HOUR),
    emptyDeleted(ctx.db, toEmpty),
  ]);
}
