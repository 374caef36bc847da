import { and, asc, eq, lt, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { media } from "#db/schema/content.ts";
import { uploadParts, uploads } from "#db/schema/uploads.ts";

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

export function insertMedium(db: Db, row: typeof media.$inferInsert) {
  return db.insert(media).values(row).onConflictDoNothing().returning();
}

export function selectUntouched(db: Db, before: number, limit: number) {
  return db
    .select()
    .from(uploads)
    .where(and(eq(uploads.state, "open"), lt(uploads.touchedAt, before)))
    .orderBy(asc(uploads.touchedAt))
    .limit(limit);
}

// Revisions hold their fields as JSON; whatever names a key there is called "…Key".
const referredKeys = sql`
  select audio_key from content where audio_key is not null
  union select video_key from content where video_key is not null
  union select captions_key from content where captions_key is not null
  union select artwork_key from content where artwork_key is not null
  union select field.value from content_revisions, json_each(content_revisions.fields) as field
    where field.key like '%Key' and field.type = 'text'`;

/** Notes of each medium since when nothing has referred to it, deleted items and earlier versions included. */
export function markUnreferenced(db: Db, now: number) {
  return db
    .update(media)
    .set({ unreferencedSince: sql`iif(${media.key} in (${referredKeys}), null, ${now})` })
    .where(sql`(${media.key} in (${referredKeys})) = (${media.unreferencedSince} is not null)`);
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
    .where(and(eq(media.key, key), sql`${media.key} not in (${referredKeys})`))
    .returning({ key: media.key });
}
