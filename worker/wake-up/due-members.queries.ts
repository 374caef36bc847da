import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import type { Place } from "./strikes.ts";

/**
 * Who is due for a strike besides having its hour and zone (DESIGN.md section 5, "Due"). The first two conditions are the
 * members' index, word for word. `wakeUpSince` makes the due set of a strike shrink only.
 */
export function dueAt(strikeAt: SQL | number, now: number): SQL {
  return sql`m.email_enabled = 1 and m.deleted_at is null
    and m.suppressed_at is null
    and (m.paused_until is null or m.paused_until <= ${strikeAt})
    and m.access_ends_at > ${strikeAt} and m.access_ends_at > ${now}
    and m.wake_up_since <= ${strikeAt}`;
}

type Cursor = { place: Place; afterId: string };

/** The next ids due at a place, in the order of the members' index. */
export function selectDueMembers(
  db: Db,
  { place, afterId }: Cursor,
  at: { strikeAt: number; now: number; limit: number },
) {
  return db.all<{ id: string }>(sql`
    select m.id from members m
    where m.timezone = ${place.timezone} and m.wake_up_hour = ${place.hour} and m.id > ${afterId}
      and ${dueAt(at.strikeAt, at.now)}
    order by m.id limit ${at.limit}`);
}
