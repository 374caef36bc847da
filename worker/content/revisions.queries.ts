import { and, desc, eq, lte, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { contentRevisions } from "#db/schema/content.ts";
import { deleteOldest, type Old } from "../kernel/delete-oldest.queries.ts";
import { type Editable, isEditable, selectToEmpty, type ToEmpty } from "./library.queries.ts";

/** What a revision keeps. `uses`: how often members had used it, for the undo of a job. */
export const revisedFields = sql`json_object(
  'date', date, 'title', title, 'description', description, 'status', status,
  'hidden', json(iif(hidden, 'true', 'false')), 'mayBeSentAgain', json(iif(may_be_sent_again, 'true', 'false')),
  'transcript', transcript, 'audioKey', audio_key,
  'embedProvider', embed_provider, 'embedRef', embed_ref, 'videoKey', video_key, 'captionsKey', captions_key,
  'artworkKey', artwork_key, 'durationSeconds', duration_seconds, 'uses', starts + completions + favorites)`;

type Edit = { flow: string | null; author: string | null; now: number; mergedSince: number };

/** Saves an item's state before an edit, in the edit's batch. The first save of a flow covers the later ones. */
export function saveRevision(db: Db, editable: Editable, { flow, author, now, mergedSince }: Edit) {
  return db.run(sql`
    insert into content_revisions (content_id, version, fields, flow, author, replaced_at)
    select id, version, ${revisedFields}, ${flow}, ${author}, ${now} from content
    where ${isEditable(editable)} and not exists (
      select 1 from content_revisions as newest
      where newest.content_id = content.id and newest.flow = ${flow} and newest.replaced_at > ${mergedSince}
        and newest.version = (select max(version) from content_revisions where content_id = content.id))`);
}

export function selectRevisions(db: Db, contentId: string, { upTo, limit }: { upTo: number; limit: number }) {
  const { version, fields, author, replacedAt } = contentRevisions;
  return db
    .select({ version, fields, author, replacedAt })
    .from(contentRevisions)
    .where(and(eq(contentRevisions.contentId, contentId), lte(version, upTo)))
    .orderBy(desc(version))
    .limit(limit);
}

export function selectRevision(db: Db, contentId: string, version: number) {
  return db
    .select({ fields: contentRevisions.fields })
    .from(contentRevisions)
    .where(and(eq(contentRevisions.contentId, contentId), eq(contentRevisions.version, version)));
}

export const deleteOldRevisions = (db: Db, old: Old) =>
  deleteOldest(db, contentRevisions.replacedAt, old, { key: sql`rowid` });

export function deleteRevisionsOfDeleted(db: Db, toEmpty: ToEmpty, limit: number) {
  return db.run(sql`
    delete from content_revisions where rowid in (
      select r.rowid from (${selectToEmpty(toEmpty)}) c cross join content_revisions r on r.content_id = c.id limit ${limit})`);
}
