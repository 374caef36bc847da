import { type AddNoteRequest, MOST_LABELS, type SetLabelsRequest, type WithId } from "#domain/contract/members.ts";
import { selectMember } from "../account/member/members.queries.ts";
import { auditChange } from "../audit/audit.queries.ts";
import { batchOf } from "../kernel/batch-of.ts";
import { authorOf, type Ctx } from "../kernel/context.ts";
import { conflict, notFound } from "../kernel/errors.ts";
import {
  addLabels,
  deleteNote,
  dropLabels,
  dropOtherLabels,
  insertNote,
  selectLabelsOf,
  selectNote,
} from "./member-file.queries.ts";

/** The note's ID is the request's, so a repeat adds no second one. @throws AppError `not_found`, `conflict` for another note's ID */
export async function addNote(ctx: Ctx, { id, requestId, text }: WithId<AddNoteRequest>): Promise<void> {
  const [, , [note]] = await ctx.db.batch([
    insertNote(ctx.db, { id: requestId, memberId: id, text, createdAt: ctx.now, author: authorOf(ctx) }),
    auditChange(ctx, { actor: "admin", action: "member.note", subject: id }),
    selectNote(ctx.db, requestId),
  ]);
  if (!note) throw notFound("Member");
  if (note.memberId !== id || note.text !== text) throw conflict("This note was already saved with different text.");
}

export async function removeNote(ctx: Ctx, { id, noteId }: WithId<{ noteId: string }>): Promise<void> {
  await ctx.db.batch([
    deleteNote(ctx.db, { id: noteId, memberId: id }),
    auditChange(ctx, { actor: "admin", action: "member.note-deleted", subject: id }),
  ]);
}

/** Replaces the member's labels, or adds and removes some. @throws AppError `not_found`, or `conflict` if there'd be too many */
export async function setLabels(
  ctx: Ctx,
  { id, labels, add = [], remove = [] }: WithId<SetLabelsRequest>,
): Promise<void> {
  const audit = (details: Record<string, string[]>) =>
    auditChange(ctx, { actor: "admin", action: "member.labels", subject: id, details });
  const wanted = labels ?? add;
  const { member, present } = await batchOf(ctx.db, {
    member: selectMember(ctx.db, id),
    dropped: labels ? dropOtherLabels(ctx.db, id, labels) : dropLabels(ctx.db, id, remove),
    dropAudited: audit(labels ? { labels } : { removed: remove }),
    added: addLabels(ctx.db, { memberId: id, labels: wanted, most: MOST_LABELS }),
    addAudited: audit(labels ? { labels } : { added: add }),
    present: selectLabelsOf(ctx.db, id),
  });
  if (member.length === 0) throw notFound("Member");
  const isThere = (label: string) => present.some((one) => one.label === label);
  if (!wanted.every(isThere)) throw conflict(`A member can have up to ${MOST_LABELS} labels.`);
}
