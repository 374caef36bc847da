import { and, or, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { content } from "#db/schema/content.ts";
import { isNotDeleted } from "./content.queries.ts";
import type { NewContent } from "./content-item.ts";

/** As one statement, whose rows are one parameter. Skips rows whose ID or date is taken. */
export function insertMany(db: Db, rows: readonly NewContent[]) {
  return db.run(sql`
    insert into content (id, date, title, description, status, embed_provider, embed_ref, duration_seconds, transcript,
      created_at, updated_at)
    select value ->> 'id', value ->> 'date', value ->> 'title', value ->> 'description', value ->> 'status',
      value ->> 'embedProvider', value ->> 'embedRef', value ->> 'durationSeconds', value ->> 'transcript',
      value ->> 'createdAt', value ->> 'updatedAt'
    from json_each(${JSON.stringify(rows)}) where true
    on conflict do nothing`);
}

/** The sessions with these IDs, also deleted ones, and those on these dates. */
export function selectMany(db: Db, rows: readonly NewContent[]) {
  const valuesOf = (name: "id" | "date") =>
    sql`(select value from json_each(${JSON.stringify(rows.map((row) => row[name]))}))`;
  const { id, date, title, status, version, audioKey, videoKey, captionsKey, artworkKey, deletedAt } = content;
  return db
    .select({ id, date, title, status, version, audioKey, videoKey, captionsKey, artworkKey, deletedAt })
    .from(content)
    .where(or(sql`${id} in ${valuesOf("id")}`, and(isNotDeleted, sql`${date} in ${valuesOf("date")}`)));
}
