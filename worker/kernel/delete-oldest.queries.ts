import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Db } from "#db/client.ts";

export type Old = { before: number | string; limit: number };

/** Deletes the oldest rows, by a column with an index. `key` names a table's key, `where` narrows the rows. */
export function deleteOldest(
  db: Db,
  at: SQLiteColumn,
  { before, limit }: Old,
  { key = sql`id`, where = sql`true` }: { key?: SQL; where?: SQL } = {},
) {
  return db.run(sql`delete from ${at.table} where (${key}) in (
    select ${key} from ${at.table} where ${where} and ${at} < ${before} order by ${at} limit ${limit})`);
}
