import type { LiveEvent, LiveEventRequest, NewLiveEventRequest } from "#domain/contract/live-events.ts";
import type { WithId } from "#domain/contract/members.ts";
import { auditChange } from "../audit/audit.queries.ts";
import { batchOf } from "../kernel/batch-of.ts";
import { authorOf, type Ctx } from "../kernel/context.ts";
import { conflict, notFound } from "../kernel/errors.ts";
import {
  deleteDraft,
  deleteReleased,
  putDraft,
  releaseDraft,
  selectDraft,
  selectLiveEvent,
} from "./live-events.queries.ts";
import { cancelLiveEvent, changeLiveEvent, createLiveEvent, requireToCome, toLiveEvent } from "./live-events.ts";
import { remindOfLiveEvents } from "./remind-of-live-events.ts";

const NOUN = "Live event";

async function writeDraft(ctx: Ctx, { id, ...input }: WithId<LiveEventRequest>): Promise<LiveEvent> {
  const { title } = input;
  const startsAt = requireToCome(ctx, input);
  const [, , [row]] = await ctx.db.batch([
    putDraft(ctx.db, { id, ...input, startsAt, author: authorOf(ctx), createdAt: ctx.now }),
    auditChange(ctx, { actor: "admin", action: "live-event.draft", subject: id, details: { title } }),
    selectDraft(ctx.db, id),
  ]);
  if (!row) throw notFound(NOUN);
  return toLiveEvent(row);
}

const isEditor = ({ administrator }: Ctx) => administrator?.role === "editor";

/** An editor's event is a draft: a new event emails annual members. @throws what `createLiveEvent` throws */
export function planLiveEvent(ctx: Ctx, { requestId, ...input }: NewLiveEventRequest): Promise<LiveEvent> {
  return isEditor(ctx) ? writeDraft(ctx, { id: requestId, ...input }) : createLiveEvent(ctx, { requestId, ...input });
}

/** Changes a draft or, for administrators, an event. @throws AppError `not_found`, `validation` */
export async function rewriteLiveEvent(ctx: Ctx, { id, ...input }: WithId<LiveEventRequest>): Promise<LiveEvent> {
  const [[draft], [event]] = await ctx.db.batch([selectDraft(ctx.db, id), selectLiveEvent(ctx.db, id)]);
  if (draft) return writeDraft(ctx, { id, ...input });
  if (!event || isEditor(ctx)) throw notFound(NOUN);
  return changeLiveEvent(ctx, event, input);
}

/** Releases a draft as the administrator read it. @throws AppError `validation` if its time has passed, `conflict` if it has changed */
export async function releaseLiveEvent(ctx: Ctx, { id, ...read }: WithId<LiveEventRequest>): Promise<void> {
  const { title } = read;
  const startsAt = requireToCome(ctx, read);
  const { audited } = await batchOf(ctx.db, {
    released: releaseDraft(ctx.db, { id, ...read, startsAt }, ctx.now),
    audited: auditChange(ctx, { actor: "admin", action: "live-event.create", subject: id, details: { title } }),
    deleted: deleteReleased(ctx.db, id),
  });
  if (audited.meta.changes === 0) throw conflict("This draft has changed since. Read it again.");
  // A reminder's window may close before the next hourly run.
  ctx.defer(remindOfLiveEvents(ctx));
}

/** Deletes a draft or, for administrators, cancels an event. @throws AppError `not_found` */
export async function dropLiveEvent(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const [dropped] = await ctx.db.batch([
    deleteDraft(ctx.db, id),
    auditChange(ctx, { actor: "admin", action: "live-event.draft-deleted", subject: id }),
  ]);
  if (dropped.length > 0) return;
  if (isEditor(ctx)) throw notFound(NOUN);
  await cancelLiveEvent(ctx, { id });
}
