import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { searchedText, TRANSCRIPT_SEARCHED } from "#domain/rules/search.ts";

type Words = { id: string; title: string; description: string; transcript: string | null };

/** Makes an item's words searchable. Put it directly after the audit entry of the change it belongs to; without one, it writes nothing. */
export function foldChanged(db: Db, item: Words) {
  return db.run(sql`
    update content_texts set folded = ${searchedText(item)} where content_id = ${item.id} and changes() > 0`);
}

type Unfolded = Words & { version: number };

export function selectUnfolded(db: Db, limit: number) {
  return db.all<Unfolded>(sql`
    select c.id, c.version, c.title, c.description, substr(c.transcript, 1, ${TRANSCRIPT_SEARCHED}) as transcript
    from content_texts t cross join content c on c.id = t.content_id where t.folded is null limit ${limit}`);
}

/** Writes nothing if the item has changed since it was read. */
export function foldUnfolded(db: Db, { version, ...item }: Unfolded) {
  return db.run(sql`
    update content_texts set folded = ${searchedText(item)}
    where content_id = ${item.id} and folded is null
      and exists (select 1 from content where id = ${item.id} and version = ${version})`);
}
