import type { AddNoteRequest, SetLabelsRequest } from "#domain/contract/people.ts";
import { auditChange } from "../audit/audit.queries.ts";
import type { Ctx } from "../context.ts";
import { conflict, notFound } from "../errors.ts";
import { selectMember } from "../members/members.queries.ts";
import { addLabels, deleteNote, dropOtherLabels, insertNote, selectNote } from "./member-file.queries.ts";

type Of<Input> = Input & { id: string };

/**
 * Writes a note about a member down; its id is the request's, so that a repeat writes no second one.
 * @throws AppError `not_found`, or `conflict` for the id of another note
 */
export async function addNote(ctx: Ctx, { id, requestId, text }: Of<AddNoteRequest>): Promise<void> {
  const [, , [note]] = await ctx.db.batch([
    insertNote(ctx.db, { id: requestId, memberId: id, text, createdAt: ctx.now }),
    auditChange(ctx, { actor: "admin", action: "member.note", subject: id }),
    selectNote(ctx.db, requestId),
  ]);
  if (!note) throw notFound("Member");
  if (note.memberId !== id || note.text !== text) throw conflict("This note was saved before with other words.");
}

/** A note that is gone already is as good as deleted. */
export async function removeNote(ctx: Ctx, { id, noteId }: Of<{ noteId: string }>): Promise<void> {
  await ctx.db.batch([
    deleteNote(ctx.db, { id: noteId, memberId: id }),
    auditChange(ctx, { actor: "admin", action: "member.note-deleted", subject: id }),
  ]);
}

/** Makes these the member's labels, whatever they were before. @throws AppError `not_found` */
export async function setLabels(ctx: Ctx, { id, labels }: Of<SetLabelsRequest>): Promise<void> {
  const audit = () => auditChange(ctx, { actor: "admin", action: "member.labels", subject: id, details: { labels } });
  const [[member]] = await ctx.db.batch([
    selectMember(ctx.db, id),
    dropOtherLabels(ctx.db, id, labels),
    audit(),
    addLabels(ctx.db, id, labels),
    audit(),
  ]);
  if (!member) throw notFound("Member");
}
