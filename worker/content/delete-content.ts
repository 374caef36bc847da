import type { DeletedContent, LibraryItem } from "#domain/contract/content/library.ts";
import { DAY_MS } from "#domain/durations.ts";
import { auditChange } from "../audit/audit.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { notFound } from "../kernel/errors.ts";
import { toLibraryItem } from "./content-item.ts";
import { takenDate } from "./edit-content.ts";
import {
  deleteContentRow,
  restoreContentRow,
  selectDeleted,
  selectDeletedItem,
  selectLibraryItem,
} from "./library.queries.ts";

/** Deleted content can be restored for so long; then its words go. */
export const DELETED_KEPT_MS = 30 * DAY_MS;

/** Takes an item out of everyone's sight and frees its date. @throws AppError `not_found` */
export async function deleteContent(ctx: Ctx, ref: string): Promise<void> {
  const item = await selectLibraryItem(ctx.db, ref).get();
  if (!item) throw notFound("Content");
  const [deleted] = await ctx.db.batch([
    deleteContentRow(ctx.db, item.id, ctx.now),
    auditChange(ctx, { actor: "admin", action: "content.delete", subject: item.date }),
  ]);
  if (deleted.length === 0) throw notFound("Content");
}

/** What can be restored, the last deleted first. */
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

/**
 * Brings a deleted item back, to its own day or another.
 * @throws AppError `conflict` when the day is taken by now, `not_found`
 */
export async function restoreContent(
  ctx: Ctx,
  { id, date }: { id: string; date?: string | undefined },
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
