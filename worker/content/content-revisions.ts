import { type ContentRevisions, type LibraryItem, REVISIONS_A_PAGE } from "#domain/contract/content/library.ts";
import type { WithId } from "#domain/contract/members.ts";
import type { Ctx } from "../kernel/context.ts";
import { notFound } from "../kernel/errors.ts";
import { type ContentFields, contentFields, differenceOf, fieldNames } from "./content-fields.ts";
import { changeContent } from "./edit-content.ts";
import { selectLibraryItem } from "./library.queries.ts";
import { selectRevision, selectRevisions } from "./revisions.queries.ts";

const parseFields = (json: string): ContentFields => contentFields.parse(JSON.parse(json));

/** A page of an item's earlier states, newest first; `before` is the version to continue from. @throws AppError `not_found` */
export async function listRevisions(
  ctx: Ctx,
  { id, before }: { id: string; before?: number | undefined },
): Promise<ContentRevisions> {
  const range = { upTo: before ?? Number.MAX_SAFE_INTEGER, limit: REVISIONS_A_PAGE + (before === undefined ? 0 : 1) };
  const [[item], rows] = await ctx.db.batch([selectLibraryItem(ctx.db, id), selectRevisions(ctx.db, id, range)]);
  if (!item) throw notFound("Content");
  // A later page also reads the last entry of the page before, because its own first entry is compared with that one.
  const last = before === undefined ? undefined : rows.find(({ version }) => version === before);
  let after: ContentFields = last ? parseFields(last.fields) : item;
  const older = rows.filter((row) => row !== last).slice(0, REVISIONS_A_PAGE);
  return older.map(({ version, fields, author, replacedAt }) => {
    const before = parseFields(fields);
    const changed = fieldNames(differenceOf(before, contentFields.parse(after)));
    after = before;
    const { title, description, status } = before;
    return { version, replacedAt: new Date(replacedAt).toISOString(), author, title, description, status, changed };
  });
}

/** Restores an item's earlier text and media. It's a normal edit, so it can be undone. @throws AppError `not_found` or `conflict` */
export async function restoreRevision(ctx: Ctx, { id, version }: WithId<{ version: number }>): Promise<LibraryItem> {
  async function read() {
    const [[before], [revision]] = await ctx.db.batch([
      selectLibraryItem(ctx.db, id),
      selectRevision(ctx.db, id, version),
    ]);
    if (!revision) throw notFound("Version");
    // Restores text and media only: publishing has checks of its own.
    const { date, status, hidden, mayBeSentAgain, ...fields } = parseFields(revision.fields);
    return { before, change: (row: ContentFields) => differenceOf(row, fields) };
  }
  return changeContent(ctx, read, { action: "content.restore-revision", flow: null, details: { version } });
}
