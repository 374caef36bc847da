import { and, asc, between, desc, eq, gt, gte, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { content, contentTexts, media } from "#db/schema/content.ts";
import type { LibraryQuery } from "#domain/contract/content/library.ts";
import { monthRange } from "#domain/rules/calendar-days.ts";
import { hasWords } from "../kernel/has-words.queries.ts";
import { columns, emailSent, isItem, isNotDeleted } from "./content.queries.ts";
import type { NewContent } from "./content-item.ts";

function inMonth(month: string): SQL | undefined {
  const [year, number] = month.split("-").map(Number);
  const { from, before } = monthRange(year ?? 0, number ?? 0);
  return and(gte(content.date, from), lt(content.date, before));
}

/** The first line of the folded text. */
const foldedTitle = sql`coalesce(substr(${contentTexts.folded}, 1, instr(${contentTexts.folded}, char(10))), lower(${content.title}))`;

/** Newest first. */
export function selectLibrary(db: Db, { limit, cursor, search, month, status }: LibraryQuery & { limit: number }) {
  return db
    .select(columns)
    .from(content)
    .leftJoin(contentTexts, eq(contentTexts.contentId, content.id))
    .where(
      and(
        isNotDeleted,
        cursor === undefined ? undefined : lt(content.date, cursor),
        month === undefined ? undefined : inMonth(month),
        status === undefined ? undefined : eq(content.status, status),
        search ? hasWords(foldedTitle, search) : undefined,
      ),
    )
    .orderBy(desc(content.date))
    .limit(limit);
}

export function selectLibraryItem(db: Db, ref: string) {
  return db
    .select({ ...columns, transcript: content.transcript })
    .from(content)
    .where(isItem(ref));
}

export function selectMediaOfItem(db: Db, ref: string) {
  const keysOf = sql`(${content.audioKey}, ${content.videoKey}, ${content.captionsKey}, ${content.artworkKey})`;
  const { key, kind, contentType, sizeBytes, durationSeconds } = media;
  return db
    .select({ key, kind, contentType, sizeBytes, durationSeconds })
    .from(content)
    .innerJoin(media, sql`${media.key} in ${keysOf}`)
    .where(isItem(ref));
}

export function selectPlannedDays(db: Db, from: string, through: string) {
  const has = (condition: SQL) => sql<boolean>`${condition}`.mapWith(Boolean);
  const { id, date, title, status, hidden } = content;
  return db
    .select({
      id,
      date,
      title,
      status,
      hidden,
      hasAudio: has(sql`${content.audioKey} is not null`),
      hasVideo: has(sql`coalesce(${content.videoKey}, ${content.embedRef}) is not null`),
      hasDescription: has(sql`${content.description} <> ''`),
      emailSent,
    })
    .from(content)
    .where(and(isNotDeleted, between(content.date, from, through)))
    .orderBy(asc(content.date));
}

function isFree(date: string): SQL {
  return sql`not exists (
    select 1 from content as other
    where other.date = ${date} and other.deleted_at is null and other.id <> ${content.id})`;
}

/** Returns no row if the date is taken. */
export function insertContent(db: Db, row: NewContent) {
  return db.insert(content).values(row).onConflictDoNothing().returning();
}

/** An item to edit. `version` must still be current, and `date` must be free. */
export type Editable = { id: string; version: number; date: string | undefined };

export function isEditable({ id, version, date }: Editable) {
  return and(
    eq(content.id, id),
    isNotDeleted,
    eq(content.version, version),
    date === undefined ? undefined : isFree(date),
  );
}

/** Returns no row if the item is no longer editable. */
export function updateContentRow(db: Db, editable: Editable, change: Partial<NewContent>) {
  return db
    .update(content)
    .set({ ...change, version: sql`${content.version} + 1` })
    .where(isEditable(editable))
    .returning({ version: content.version });
}

export function deleteContentRow(db: Db, ref: string, now: number) {
  return db
    .update(content)
    .set({ deletedAt: now, updatedAt: now, version: sql`${content.version} + 1` })
    .where(isItem(ref))
    .returning({ id: content.id, date: content.date });
}

const isDeletedSince = (since: number) => and(isNotNull(content.deletedAt), gt(content.deletedAt, since));

export function selectDeleted(db: Db, since: number) {
  return db
    .select({ id: content.id, date: content.date, title: content.title, deletedAt: content.deletedAt })
    .from(content)
    .where(isDeletedSince(since))
    .orderBy(desc(content.deletedAt));
}

export function selectDeletedItem(db: Db, id: string, since: number) {
  return db
    .select({ id: content.id, date: content.date })
    .from(content)
    .where(and(eq(content.id, id), isDeletedSince(since)));
}

/** Returns no row if the date is taken or the item is no longer deleted. */
export function restoreContentRow(db: Db, { id, date, now }: { id: string; date: string; now: number }) {
  return db
    .update(content)
    .set({ date, deletedAt: null, updatedAt: now, version: sql`${content.version} + 1` })
    .where(and(eq(content.id, id), isNotNull(content.deletedAt), isFree(date)))
    .returning({ id: content.id });
}

export type ToEmpty = { deletedBefore: number; items: number };

/** The earliest-deleted items that haven't been emptied yet. */
export function selectToEmpty({ deletedBefore, items }: ToEmpty): SQL {
  return sql`
    select id from content where deleted_at is not null and title <> '' and deleted_at < ${deletedBefore}
    order by deleted_at limit ${items}`;
}

/** Clears deleted items that have no revisions left. The rows stay, because members' progress refers to them. */
export function emptyDeleted(db: Db, toEmpty: ToEmpty) {
  return db.run(sql`
    update content set title = '', description = '', transcript = null, embed_provider = null, embed_ref = null,
      audio_key = null, video_key = null, captions_key = null, artwork_key = null
    where id in (select c.id from (${selectToEmpty(toEmpty)}) c
      where not exists (select 1 from content_revisions r where r.content_id = c.id))`);
}
