import type { LiveEvent, LiveEventRequest, NewLiveEventRequest } from "#domain/contract/live-events.ts";
import type { WithId } from "#domain/contract/members.ts";
import { auditChange } from "../audit/audit.queries.ts";
import { authorOf, type Ctx } from "../kernel/context.ts";
import { notFound } from "../kernel/errors.ts";
import { deleteDraft, putDraft, releaseDraft, selectDraft, selectLiveEvent } from "./live-events.queries.ts";
import { cancelLiveEvent, changeLiveEvent, createLiveEvent, requireToCome, toLiveEvent } from "./live-events.ts";
import { remindOfLiveEvents } from "./remind-of-live-events.ts";

const NOUN = "Live event";

async function writeDraft(ctx: Ctx, { id, ...input }: WithId<LiveEventRequest>): Promise<LiveEvent> {
  const { title, url, note } = input;
  const draft = {
    id,
    title,
    url,
    note,
    startsAt: requireToCome(ctx, input),
    author: authorOf(ctx),
    createdAt: ctx.now,
  };
  const [, , [row]] = await ctx.db.batch([
    putDraft(ctx.db, draft),
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

/** @throws AppError `not_found`, `validation` if its time has passed */
export async function releaseLiveEvent(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const [draft] = await selectDraft(ctx.db, id);
  if (!draft) throw notFound(NOUN);
  requireToCome(ctx, { startsAt: new Date(draft.startsAt).toISOString() });
  await ctx.db.batch([
    releaseDraft(ctx.db, id, ctx.now),
    auditChange(ctx, { actor: "admin", action: "live-event.create", subject: id, details: { title: draft.title } }),
    deleteDraft(ctx.db, id),
  ]);
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
