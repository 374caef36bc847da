import type { DeletedContent, LibraryItem } from "#domain/contract/content/library.ts";
import type { WithId } from "#domain/contract/members.ts";
import { DAY_MS } from "#domain/durations.ts";
import { auditChange } from "../audit/audit.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { notFound } from "../kernel/errors.ts";
import { toLibraryItem } from "./content-item.ts";
import { takenDate } from "./edit-content.ts";
import {
  deleteContentRow,
  emptyDeleted,
  restoreContentRow,
  selectDeleted,
  selectDeletedItem,
  selectLibraryItem,
} from "./library.queries.ts";
import { deleteOldRevisions, deleteRevisionsOfDeleted } from "./revisions.queries.ts";

/** How long deleted content can be restored. After that its text is removed. */
const DELETED_KEPT_MS = 30 * DAY_MS;

/** Hides an item from everyone and frees its date. @throws AppError `not_found` */
export async function deleteContent(ctx: Ctx, { id: ref }: { id: string }): Promise<void> {
  const item = await selectLibraryItem(ctx.db, ref).get();
  if (!item) throw notFound("Content");
  const [deleted] = await ctx.db.batch([
    deleteContentRow(ctx.db, item.id, ctx.now),
    auditChange(ctx, { actor: "admin", action: "content.delete", subject: item.date }),
  ]);
  if (deleted.length === 0) throw notFound("Content");
}

export async function listDeleted(ctx: Ctx): Promise<DeletedContent> {
  const rows = await selectDeleted(ctx.db, ctx.now - DELETED_KEPT_MS);
  return rows.flatMap(({ deletedAt, ...item }) =>
    deletedAt === null
      ? []
      : {
          ...item,
          deletedAt: new Date(deletedAt).toISOString(),
          keptUntil: new Date(deletedAt + DELETED_KEPT_MS).toISOString(),
        },
  );
}

/** Restores a deleted item to its own date or another. @throws AppError `conflict` if the date is taken, `not_found` */
export async function restoreContent(
  ctx: Ctx,
  { id, date }: WithId<{ date?: string | undefined }>,
): Promise<LibraryItem> {
  const deleted = await selectDeletedItem(ctx.db, id, ctx.now - DELETED_KEPT_MS).get();
  if (!deleted) throw notFound("Content");
  const day = date ?? deleted.date;
  const [restored, , [item]] = await ctx.db.batch([
    restoreContentRow(ctx.db, { id, date: day, now: ctx.now }),
    auditChange(ctx, { actor: "admin", action: "content.restore", subject: day, details: { from: deleted.date } }),
    selectLibraryItem(ctx.db, id),
  ]);
  if (restored.length === 0 && !item) throw takenDate(day);
  if (!item) throw notFound("Content");
  return toLibraryItem(item);
}

const REVISIONS_KEPT_MS = 90 * DAY_MS;
/** Hourly limits for each kind of revision, and for items: docs/rules/budgets.md, "Row budgets". */
const REVISIONS_PER_HOUR = 500;
const ITEMS_PER_HOUR = 100;

/** Deletes what can no longer be restored. An item's row stays without its text, because members' progress refers to it. */
export async function purgeContent(ctx: Ctx): Promise<void> {
  const toEmpty = { deletedBefore: ctx.now - DELETED_KEPT_MS, items: ITEMS_PER_HOUR };
  await ctx.db.batch([
    deleteOldRevisions(ctx.db, { before: ctx.now - REVISIONS_KEPT_MS, limit: REVISIONS_PER_HOUR }),
    deleteRevisionsOfDeleted(ctx.db, toEmpty, REVISIONS_PER_HOUR),
    emptyDeleted(ctx.db, toEmpty),
  ]);
}
