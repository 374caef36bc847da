import type { CreateContentRequest, UpdateContentRequest } from "#domain/contract/content/content.ts";
import type { LibraryItem } from "#domain/contract/content/library.ts";
import { MINUTE_MS } from "#domain/durations.ts";
import type { AuditAction } from "#domain/rules/audit-actions.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { auditChange } from "../audit/audit.queries.ts";
import { batchOf } from "../kernel/batch-of.ts";
import { authorOf, type Ctx } from "../kernel/context.ts";
import { type AppError, conflict, notFound, stale } from "../kernel/errors.ts";
import { selectMediaByKeys } from "../media/uploads/uploads.queries.ts";
import { changedColumns, type FieldChange, fieldNames, mediumKeysOf, requireMedia } from "./content-fields.ts";
import { embedColumns, type LibraryRow, type NewContent, toLibraryItem } from "./content-item.ts";
import { foldChanged } from "./content-texts.queries.ts";
import { insertContent, selectLibraryItem, updateContentRow } from "./library.queries.ts";
import { saveRevision } from "./revisions.queries.ts";

/** An editor's saves within this time of its first save are one edit (docs/decisions/0023-one-revision-an-edit.md). */
const EDIT_MS = 10 * MINUTE_MS;
const TRIES = 3;

export function takenDate(date: string): AppError {
  const message = `There's already a session on ${formatLongDate(date)}. Edit that one instead.`;
  return conflict(message, { date: "This day already has a session." });
}

/** @throws AppError `conflict` if the date is taken: there's one item a day */
async function enterContent(ctx: Ctx, row: NewContent, action: AuditAction, details: object): Promise<LibraryItem> {
  const [inserted] = await ctx.db.batch([
    insertContent(ctx.db, row),
    auditChange(ctx, { actor: "admin", action, subject: row.date, details: { ...details } }),
    foldChanged(ctx.db, { description: "", transcript: null, ...row }),
  ]);
  const [entered] = inserted;
  if (!entered) throw takenDate(row.date);
  return toLibraryItem({ ...entered, emailSent: false });
}

export function createContent(ctx: Ctx, input: CreateContentRequest): Promise<LibraryItem> {
  const { youtubeUrl, duration, ...columns } = input;
  const row = {
    id: crypto.randomUUID(),
    ...columns,
    ...embedColumns(youtubeUrl),
    durationSeconds: duration ?? null,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  };
  const fields = Object.entries(input).flatMap(([name, value]) => (value ? [name] : []));
  return enterContent(ctx, row, "content.create", { fields });
}

/** Copies an item's text and media to another date as a draft. @throws AppError `conflict` or `not_found` */
export async function duplicateContent(ctx: Ctx, { ref, date }: { ref: string; date: string }): Promise<LibraryItem> {
  const original = await selectLibraryItem(ctx.db, ref).get();
  if (!original) throw notFound("Content");
  const { number, emailSent, starts, completions, favorites, version, mayBeSentAgain, sentAgainOn, ...columns } =
    original;
  const own = { id: crypto.randomUUID(), date, status: "draft" as const, createdAt: ctx.now, updatedAt: ctx.now };
  return enterContent(ctx, { ...columns, ...own }, "content.duplicate", { from: original.date });
}

type Edit = {
  action: AuditAction;
  /** Id of the editor whose saves within minutes are one edit; null for a separate edit. */
  flow: string | null;
  details?: Record<string, unknown>;
};

/** @returns the changed item, or null if someone else changed it first. @throws AppError `conflict` */
async function writeChange(ctx: Ctx, before: LibraryRow, change: FieldChange, edit: Edit): Promise<LibraryRow | null> {
  const editable = { id: before.id, version: before.version, date: change.date };
  const { action, flow, details } = edit;
  const entry = { subject: before.date, details: { ...details, fields: fieldNames(change) } };
  const revision = { flow, author: authorOf(ctx), now: ctx.now, mergedSince: ctx.now - EDIT_MS };
  const { updated, items } = await batchOf(ctx.db, {
    revision: saveRevision(ctx.db, editable, revision),
    updated: updateContentRow(ctx.db, editable, { ...change, updatedAt: ctx.now }),
    audited: auditChange(ctx, { actor: "admin", action, ...entry }),
    folded: foldChanged(ctx.db, { ...before, ...change }),
    items: selectLibraryItem(ctx.db, before.id),
  });
  const [after] = items;
  if (updated.length > 0) return after ?? null;
  if (after?.version === before.version && change.date !== undefined) throw takenDate(change.date);
  return null;
}

function requireMovable(before: LibraryRow, change: FieldChange): void {
  if (change.date === undefined || !before.emailSent) return;
  const message = `The email for ${formatLongDate(before.date)} has been sent, so you can't move its session. Duplicate it instead.`;
  throw conflict(message, { date: message });
}

/** Plans the change again if someone else was faster. @throws AppError `conflict`, `not_found`, `stale`, or what `read` throws */
export async function changeContent(
  ctx: Ctx,
  read: () => Promise<{ before: LibraryRow | undefined; change: (before: LibraryRow) => FieldChange }>,
  edit: Edit & { version?: number | undefined },
): Promise<LibraryItem> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const { before, change: changeOf } = await read();
    if (!before) throw notFound("Content");
    const change = changeOf(before);
    // Nothing to change. This also answers a repeated save.
    if (Object.keys(change).length === 0) return toLibraryItem(before);
    if (edit.version !== undefined && edit.version !== before.version) {
      throw stale("Someone else changed this day.", toLibraryItem(before));
    }
    requireMovable(before, change);
    const after = await writeChange(ctx, before, change, edit);
    if (after) return toLibraryItem(after);
  }
  throw conflict("Someone else is changing this day. Try again.");
}

type Update = { ref: string; change: UpdateContentRequest };

/** @throws AppError `conflict`, `not_found`, `stale`, or `validation` */
export function updateContent(ctx: Ctx, { ref, change }: Update): Promise<LibraryItem> {
  async function read() {
    const [[before], media] = await ctx.db.batch([
      selectLibraryItem(ctx.db, ref),
      selectMediaByKeys(ctx.db, mediumKeysOf(change)),
    ]);
    requireMedia(change, media);
    return { before, change: (row: LibraryRow) => changedColumns(change, row, media) };
  }
  return changeContent(ctx, read, { action: "content.update", flow: change.flow ?? null, version: change.version });
}
