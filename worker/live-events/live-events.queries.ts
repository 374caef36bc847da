import { and, asc, desc, eq, gt, gte, isNull, lt, lte, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { liveEventDrafts, liveEventReminders, liveEvents } from "#db/schema/live-events.ts";
import type { LiveEventReminder } from "#domain/rules/live-events.ts";
import type { Member } from "../account/member/member.ts";

export type LiveEventRow = typeof liveEvents.$inferSelect;
/** SQLite uses the partial index only if this text matches it exactly. */
const isOn = sql`cancelled_at is null`;

/** An existing ID means that the request arrived twice. */
export function insertLiveEvent(db: Db, row: typeof liveEvents.$inferInsert) {
  return db.insert(liveEvents).values(row).onConflictDoNothing();
}

export function selectLiveEvent(db: Db, id: string) {
  return db.select().from(liveEvents).where(eq(liveEvents.id, id));
}

export function selectComing(db: Db, from: number, limit: number) {
  return db
    .select()
    .from(liveEvents)
    .where(and(isOn, gte(liveEvents.startsAt, from)))
    .orderBy(asc(liveEvents.startsAt))
    .limit(limit);
}

export function selectPast(db: Db, { from, before, limit }: { from: number; before: number; limit: number }) {
  return db
    .select()
    .from(liveEvents)
    .where(and(isOn, gte(liveEvents.startsAt, from), lt(liveEvents.startsAt, before)))
    .orderBy(desc(liveEvents.startsAt))
    .limit(limit);
}

type LiveEventDraftRow = typeof liveEventDrafts.$inferSelect;
type LiveEventWords = Pick<LiveEventDraftRow, "id" | "title" | "startsAt" | "url" | "note">;

export function selectDrafts(db: Db, from: number, limit: number) {
  const isRecent = gte(liveEventDrafts.startsAt, from);
  return db.select().from(liveEventDrafts).where(isRecent).orderBy(asc(liveEventDrafts.startsAt)).limit(limit);
}

export function selectDraft(db: Db, id: string) {
  return db.select().from(liveEventDrafts).where(eq(liveEventDrafts.id, id));
}

/** Writes or rewrites a draft, unless an event has its ID: it was released. */
export function putDraft(db: Db, { id, title, startsAt, url, note, author, createdAt }: LiveEventDraftRow) {
  return db.run(sql`
    insert into live_event_drafts (id, title, starts_at, url, note, author, created_at)
    select ${id}, ${title}, ${startsAt}, ${url}, ${note}, ${author}, ${createdAt}
    where not exists (select 1 from live_events where id = ${id})
    on conflict (id) do update set title = excluded.title, starts_at = excluded.starts_at, url = excluded.url, note = excluded.note`);
}

/** The event that a draft becomes; nothing if the draft is gone, or isn't what was read. */
export function releaseDraft(db: Db, { id, title, startsAt, url, note }: LiveEventWords, now: number) {
  return db.run(sql`
    insert into live_events (id, title, starts_at, url, note, created_at, updated_at)
    select id, title, starts_at, url, note, ${now}, ${now} from live_event_drafts
    where (id, title, starts_at, url, note) = (${id}, ${title}, ${startsAt}, ${url}, ${note})
    on conflict do nothing`);
}

export function deleteReleased(db: Db, id: string) {
  return db.run(sql`delete from live_event_drafts where id = ${id} and id in (select id from live_events)`);
}

export function deleteDraft(db: Db, id: string) {
  return db.delete(liveEventDrafts).where(eq(liveEventDrafts.id, id)).returning({ id: liveEventDrafts.id });
}

type LiveEventChange = Partial<Pick<LiveEventRow, "title" | "startsAt" | "url" | "note" | "cancelledAt">>;

export function updateLiveEvent(db: Db, id: string, change: LiveEventChange, now: number) {
  return db
    .update(liveEvents)
    .set({ ...change, sequence: sql`sequence + 1`, updatedAt: now })
    .where(and(eq(liveEvents.id, id), isOn))
    .returning();
}

/** Resets an event's reminder progress, because what the reminders said is out of date. */
export function deleteReminders(db: Db, eventId: string) {
  return db.delete(liveEventReminders).where(eq(liveEventReminders.eventId, eventId));
}

/** Events that start after `after` and up to `upTo`, with how far their reminders have been written. */
export function selectToRemindOf(
  db: Db,
  reminder: LiveEventReminder,
  { after, upTo }: { after: number; upTo: number },
) {
  return db
    .select({ event: liveEvents, cursor: liveEventReminders.cursor })
    .from(liveEvents)
    .leftJoin(
      liveEventReminders,
      and(eq(liveEventReminders.eventId, liveEvents.id), eq(liveEventReminders.reminder, reminder)),
    )
    .where(
      and(isOn, gt(liveEvents.startsAt, after), lte(liveEvents.startsAt, upTo), isNull(liveEventReminders.settledAt)),
    )
    .orderBy(asc(liveEvents.startsAt));
}

/** The next members by ID whose current plan includes live events and who receive emails. */
export function selectInvited(db: Db, { after, now, limit }: { after: string; now: number; limit: number }) {
  return db.all<Pick<Member, "id" | "email" | "timezone">>(sql`
    select id, email, timezone from members
    where id > ${after} and highest_plan = 'annual' and access_ends_at > ${now} and email_enabled = 1
      and suppressed_at is null and deleted_at is null and coalesce(paused_until, 0) <= ${now}
    order by id limit ${limit}`);
}

/** Condition: no one has changed or cancelled the event since it was read. */
export function isAsRead({ id, sequence }: Pick<LiveEventRow, "id" | "sequence">): SQL {
  return sql`exists (select 1 from live_events where id = ${id} and sequence = ${sequence} and ${isOn})`;
}

type Reached = { reminder: LiveEventReminder; cursor: string; settledAt: number | null };

/** Saves how far an event's reminders have been written, never moving back. Returns no row if the event has changed since. */
export function upsertReminder(db: Db, event: LiveEventRow, { reminder, cursor, settledAt }: Reached) {
  return db.all<{ eventId: string }>(sql`
    insert into live_event_reminders (event_id, reminder, cursor, settled_at)
    select ${event.id}, ${reminder}, ${cursor}, ${settledAt} where ${isAsRead(event)}
    on conflict (event_id, reminder) do update
      set cursor = max(cursor, excluded.cursor), settled_at = coalesce(settled_at, excluded.settled_at)
    returning event_id as "eventId"`);
}
