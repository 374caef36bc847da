import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";

/** The item of a date, else the newest one; its id is null in an empty library. */
export function selectDefaultTestContent(db: Db, date: string) {
  return db.all<{ id: string | null }>(sql`
    select coalesce(
      (select id from content where date = ${date} and deleted_at is null),
      (select id from content where deleted_at is null order by date desc limit 1)) as id`);
}
