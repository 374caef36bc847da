import { and, asc, eq, lt, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { media } from "#db/schema/content.ts";
import { uploadParts, uploads } from "#db/schema/uploads.ts";
import { HOUR_MS } from "#domain/durations.ts";

export type Upload = typeof uploads.$inferSelect;
export type MediumRow = typeof media.$inferSelect;

export function insertUpload(db: Db, row: typeof uploads.$inferInsert) {
  return db.insert(uploads).values(row);
}

/** An upload, with the medium that it has become. */
export function selectUpload(db: Db, id: string) {
  return db
    .select({ upload: uploads, medium: media })
    .from(uploads)
    .leftJoin(media, eq(media.key, uploads.key))
    .where(eq(uploads.id, id));
}

export function selectParts(db: Db, uploadId: string) {
  return db.select().from(uploadParts).where(eq(uploadParts.uploadId, uploadId)).orderBy(asc(uploadParts.partNumber));
}

/** What arrives twice is the same part again, and R2 keeps the later one. */
export function upsertPart(db: Db, part: typeof uploadParts.$inferInsert) {
  return db
    .insert(uploadParts)
    .values(part)
    .onConflictDoUpdate({
      target: [uploadParts.uploadId, uploadParts.partNumber],
      set: { etag: part.etag, sizeBytes: part.sizeBytes },
    });
}

/** Moves an open upload on; answers no row when another request has done so. */
export function advanceUpload(db: Db, id: string, { from, to, now }: { from: number; to: number; now: number }) {
  return db
    .update(uploads)
    .set({ offsetBytes: to, touchedAt: now })
    .where(and(eq(uploads.id, id), eq(uploads.state, "open"), eq(uploads.offsetBytes, from)))
    .returning({ id: uploads.id });
}

/** Ends an open upload; answers no row when it has ended already. */
export function endUpload(db: Db, id: string, state: "complete" | "aborted" | "refused", now: number) {
  return db
    .update(uploads)
    .set({ state, touchedAt: now })
    .where(and(eq(uploads.id, id), eq(uploads.state, "open")))
    .returning({ id: uploads.id });
}

export function deleteParts(db: Db, uploadId: string) {
  return db.delete(uploadParts).where(eq(uploadParts.uploadId, uploadId));
}

/** The medium of an upload, as long as that is open. */
export function insertMediumOf(db: Db, uploadId: string, row: MediumRow) {
  const { key, kind, title, contentType, sizeBytes, durationSeconds, createdAt, unreferencedSince } = row;
  return db.run(sql`
    insert into media (key, kind, title, content_type, size_bytes, duration_seconds, created_at, unreferenced_since)
    select ${key}, ${kind}, ${title}, ${contentType}, ${sizeBytes}, ${durationSeconds}, ${createdAt}, ${unreferencedSince}
    where exists (select 1 from uploads where id = ${uploadId} and state = 'open')
    on conflict do nothing`);
}

export function selectUntouched(db: Db, before: number, limit: number) {
  return db
    .select()
    .from(uploads)
    .where(and(eq(uploads.state, "open"), lt(uploads.touchedAt, before)))
    .orderBy(asc(uploads.touchedAt))
    .limit(limit);
}

/** How many media one hour's run looks at. */
const MEDIA_PER_RUN = 500;

// Word for word as in the indexes of what refers to a medium, and beside a JSON value, which has no type, a key without one: else
// SQLite does not use them.
const isReferred = sql`(
  exists (select 1 from content where audio_key = media.key) or exists (select 1 from content where video_key = media.key)
  or exists (select 1 from content where captions_key = media.key) or exists (select 1 from content where artwork_key = media.key)
  or exists (select 1 from content_revisions where (fields ->> 'audioKey') = +media.key)
  or exists (select 1 from content_revisions where (fields ->> 'videoKey') = +media.key)
  or exists (select 1 from content_revisions where (fields ->> 'captionsKey') = +media.key)
  or exists (select 1 from content_revisions where (fields ->> 'artworkKey') = +media.key))`;

/**
 * Notes of media since when nothing has referred to them, deleted items and earlier versions included: of one part of them, since
 * the parts take turns by the hour. Whatever gives up a medium goes on referring to it for longer than all turns take.
 */
export function markUnreferenced(db: Db, now: number) {
  const parts = sql`((select max(rowid) from media) / ${MEDIA_PER_RUN} + 1)`;
  const first = sql`(${Math.floor(now / HOUR_MS)} % ${parts}) * ${MEDIA_PER_RUN}`;
  return db.run(sql`
    update media set unreferenced_since = iif(${isReferred}, null, ${now})
    where rowid >= ${first} and rowid < ${first} + ${MEDIA_PER_RUN} and ${isReferred} = (unreferenced_since is not null)`);
}

export function selectOrphans(db: Db, before: number, limit: number) {
  return db
    .select()
    .from(media)
    .where(lt(media.unreferencedSince, before))
    .orderBy(asc(media.unreferencedSince))
    .limit(limit);
}

export function deleteMedium(db: Db, key: string) {
  return db
    .delete(media)
    .where(and(eq(media.key, key), sql`not ${isReferred}`))
    .returning({ key: media.key });
}
