import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { searchedText } from "#domain/rules/search.ts";

type Words = { id: string; title: string; description: string; transcript: string | null };

/** Makes an item's words searchable. Put it directly after the audit entry of the change it belongs to, or after the insert; if that wrote nothing, neither does this. */
export function foldChanged(db: Db, item: Words) {
  return db.run(sql`
    update content_texts set folded = ${searchedText(item)} where content_id = ${item.id} and changes() > 0`);
}
