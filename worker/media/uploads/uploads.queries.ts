import { and, asc, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { media } from "#db/schema/content.ts";
import { uploadParts, uploads } from "#db/schema/uploads.ts";
import type { ListMediaQuery } from "#domain/contract/content/library.ts";
import { HOUR_MS } from "#domain/durations.ts";

export function selectMediaByKeys(db: Db, keys: string[]) {
  return db.select().from(media).where(inArray(media.key, keys));
}

export function selectMedia(db: Db, { kind, search, key }: ListMediaQuery, limit: number) {
  return db
    .select()
    .from(media)
    .where(
      and(
        eq(media.kind, kind),
        key === undefined ? undefined : eq(media.key, key),
        search ? sql`instr(lower(${media.title}), lower(${search})) > 0` : undefined,
      ),
    )
    .orderBy(desc(media.createdAt))
    .limit(limit);
}

export type Upload = typeof uploads.$inferSelect;
export type MediumRow = typeof media.$inferSelect;

export function insertUpload(db: Db, row: typeof uploads.$inferInsert) {
  return db.insert(uploads).values(row);
}

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

/** A repeated part has the same bytes, and R2 keeps the later one. */
export function upsertPart(db: Db, part: typeof uploadParts.$inferInsert) {
  return db
    .insert(uploadParts)
    .values(part)
    .onConflictDoUpdate({
      target: [uploadParts.uploadId, uploadParts.partNumber],
      set: { etag: part.etag, sizeBytes: part.sizeBytes },
    });
}

/** Returns no row if another request has already advanced the upload. */
export function advanceUpload(db: Db, id: string, { from, to, now }: { from: number; to: number; now: number }) {
  return db
    .update(uploads)
    .set({ offsetBytes: to, touchedAt: now })
    .where(and(eq(uploads.id, id), eq(uploads.state, "open"), eq(uploads.offsetBytes, from)))
    .returning({ id: uploads.id });
}

/** Returns no row if the upload has already ended. */
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

/** Writes nothing if the upload is no longer open. */
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

const MEDIA_PER_RUN = 500;

// Must match the indexes exactly. JSON values have no type affinity, so the `+` drops the key's too; else SQLite doesn't use the indexes.
const isReferred = sql`(
  exists (select 1 from content where audio_key = media.key) or exists (select 1 from content where video_key = media.key)
  or exists (select 1 from content where captions_key = media.key) or exists (select 1 from content where artwork_key = media.key)
  or exists (select 1 from content_revisions where (fields ->> 'audioKey') = +media.key)
  or exists (select 1 from content_revisions where (fields ->> 'videoKey') = +media.key)
  or exists (select 1 from content_revisions where (fields ->> 'captionsKey') = +media.key)
  or exists (select 1 from content_revisions where (fields ->> 'artworkKey') = +media.key))`;

/** Checks one part of the media per hour. Deleted items and revisions count as references, and stay longer than a full round takes. */
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
