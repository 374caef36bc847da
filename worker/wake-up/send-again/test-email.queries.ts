import { type SQL, sql } from "drizzle-orm";

/** The id of a date's item, else of the newest one; null in an empty library. */
export function defaultTestContent(date: string): SQL {
  return sql`coalesce(
    (select id from content where date = ${date} and deleted_at is null),
    (select id from content where deleted_at is null order by date desc limit 1))`;
}
