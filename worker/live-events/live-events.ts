import type {
  LiveEvent,
  LiveEventList,
  LiveEventRequest,
  NewLiveEventRequest,
  NextLiveEvent,
} from "#domain/contract/live-events.ts";
import { DAY_MS } from "#domain/durations.ts";
import { hasAccess } from "#domain/rules/access.ts";
import { LIVE_EVENT_EVERY_MS, LIVE_EVENT_LASTS_MS } from "#domain/rules/live-events.ts";
import type { Caller } from "../account/sessions/sessions.ts";
import { auditChange } from "../audit/audit.queries.ts";
import { batchOf } from "../kernel/batch-of.ts";
import type { Ctx } from "../kernel/context.ts";
import { conflict, invalid, notFound } from "../kernel/errors.ts";
import { calendarUrl } from "../kernel/links/calendar-key.ts";
import { closePendingMails, rewritePendingMails } from "../mail/transactional-mails.queries.ts";
import {
  deleteReminders,
  insertLiveEvent,
  type LiveEventRow,
  selectComing,
  selectDrafts,
  selectLiveEvent,
  selectPast,
  updateLiveEvent,
} from "./live-events.queries.ts";
import { mailIdsOf, remindOfLiveEvents } from "./remind-of-live-events.ts";

const SHOWN_PAST_MS = 90 * DAY_MS;
const SHOWN = 50;
const IN_THE_PAST = "This time has passed.";

type Shown = Pick<LiveEventRow, "id" | "title" | "startsAt" | "url" | "note">;

export function toLiveEvent({ id, title, startsAt, url, note }: Shown): LiveEvent {
  return { id, title, startsAt: new Date(startsAt).toISOString(), url, note };
}

/** `coming` includes a running event, because members still see it. */
export async function listLiveEvents(ctx: Ctx): Promise<LiveEventList> {
  const running = ctx.now - LIVE_EVENT_LASTS_MS;
  const [coming, past, drafts] = await ctx.db.batch([
    selectComing(ctx.db, running, SHOWN),
    selectPast(ctx.db, { from: ctx.now - SHOWN_PAST_MS, before: running, limit: SHOWN }),
    selectDrafts(ctx.db, ctx.now - SHOWN_PAST_MS, SHOWN),
  ]);
  const next = coming.find(({ startsAt }) => startsAt >= ctx.now)?.startsAt ?? Number.POSITIVE_INFINITY;
  return {
    coming: coming.map(toLiveEvent),
    past: past.map(toLiveEvent),
    drafts: drafts.map((draft) => ({ ...toLiveEvent(draft), author: draft.author })),
    isMissing: next >= ctx.now + LIVE_EVENT_EVERY_MS,
  };
}

/** @throws AppError `validation` if the time has passed */
export function requireToCome(ctx: Ctx, { startsAt }: Pick<LiveEventRequest, "startsAt">): number {
  const instant = Date.parse(startsAt);
  if (instant <= ctx.now) throw invalid(IN_THE_PAST, { startsAt: IN_THE_PAST });
  return instant;
}

/** @throws AppError `validation` if the time has passed, `conflict` if another event has the ID */
export async function createLiveEvent(ctx: Ctx, input: NewLiveEventRequest): Promise<LiveEvent> {
  const { requestId: id, title, url, note } = input;
  const startsAt = requireToCome(ctx, input);
  const times = { createdAt: ctx.now, updatedAt: ctx.now };
  const [, , [row]] = await ctx.db.batch([
    insertLiveEvent(ctx.db, { id, title, startsAt, url, note, ...times }),
    auditChange(ctx, { actor: "admin", action: "live-event.create", subject: id, details: { title } }),
    selectLiveEvent(ctx.db, id),
  ]);
  if (row?.title !== title || row.startsAt !== startsAt)
    throw conflict("This event was already scheduled with different details.");
  // A reminder's window may close before the next hourly run.
  ctx.defer(remindOfLiveEvents(ctx));
  return toLiveEvent(row);
}

/** Rewrites unsent emails; a new time sends them again. @throws AppError `not_found`, `validation` if the time has passed */
export async function changeLiveEvent(ctx: Ctx, before: LiveEventRow, input: LiveEventRequest): Promise<LiveEvent> {
  const { id } = before;
  const { title, url, note } = input;
  const isMoved = before.startsAt !== Date.parse(input.startsAt);
  const startsAt = isMoved ? requireToCome(ctx, input) : before.startsAt;
  const change = { title, startsAt, url, note };
  const fields = (Object.keys(change) as (keyof typeof change)[]).filter((field) => change[field] !== before[field]);
  const { changed } = await batchOf(ctx.db, {
    changed: updateLiveEvent(ctx.db, id, change, ctx.now),
    audited: auditChange(ctx, { actor: "admin", action: "live-event.update", subject: id, details: { fields } }),
    mails: isMoved
      ? [
          closePendingMails(ctx.db, mailIdsOf(id), { now: ctx.now, reason: "event_changed" }),
          deleteReminders(ctx.db, id),
        ]
      : [rewritePendingMails(ctx.db, mailIdsOf(id), { title, url, note })],
  });
  const [after] = changed;
  if (!after) throw notFound("Live event");
  // A reminder's window may close before the next hourly run.
  ctx.defer(remindOfLiveEvents(ctx));
  return toLiveEvent(after);
}

/** Emails about the event that haven't left yet are closed. @throws AppError `not_found` */
export async function cancelLiveEvent(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const [cancelled] = await ctx.db.batch([
    updateLiveEvent(ctx.db, id, { cancelledAt: ctx.now }, ctx.now),
    auditChange(ctx, { actor: "admin", action: "live-event.cancel", subject: id }),
    closePendingMails(ctx.db, mailIdsOf(id), { now: ctx.now, reason: "event_cancelled" }),
  ]);
  if (cancelled.length === 0) throw notFound("Live event");
}

/** `invitation` is null for members whose plan has no live events. */
export async function readNextLiveEvent(ctx: Ctx, { caller }: { caller: Caller }): Promise<NextLiveEvent> {
  const [member, [event]] = await Promise.all([caller.member, selectComing(ctx.db, ctx.now - LIVE_EVENT_LASTS_MS, 1)]);
  if (!event) return { event: null };
  const { id, title, url, note } = event;
  const isInvited = hasAccess(member, ctx.now) && member.highestPlan === "annual";
  const invitation = isInvited ? { url, note, calendarUrl: calendarUrl(ctx.config, id) } : null;
  return { event: { title, startsAt: new Date(event.startsAt).toISOString(), invitation } };
}
