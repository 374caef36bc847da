import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import type { Place } from "./strikes.ts";

/** What makes a member part of the index of those who get mails, word for word: else SQLite does not use it. */
const GETS_MAILS = sql`email_enabled = 1 and deleted_at is null`;

/**
 * Who is due for a strike besides having its hour and zone (DESIGN.md section 5, "Due"). `wakeUpSince` makes the due set of
 * a strike shrink only.
 */
export function dueAt(strikeAt: SQL | number, now: number): SQL {
  return sql`${GETS_MAILS}
    and m.suppressed_at is null
    and (m.paused_until is null or m.paused_until <= ${strikeAt})
    and m.access_ends_at > ${strikeAt} and m.access_ends_at > ${now}
    and m.wake_up_since <= ${strikeAt}`;
}

/** The zones that members with mails on hold, whatever is on offer now. It skips along the index: one row read a zone. */
export async function listZonesInUse(db: Db): Promise<string[]> {
  const rows = await db.all<{ zone: string }>(sql`
    with recursive used(zone) as (
      select min(timezone) from members where ${GETS_MAILS}
      union all
      select (select min(timezone) from members where timezone > used.zone and ${GETS_MAILS}) from used
      where used.zone is not null
    )
    select zone from used where zone is not null`);
  return rows.map((row) => row.zone);
}

/** Those of the places that anybody with mails on holds, in one query for any number of places. */
export async function listPlacesInUse(db: Db, places: Place[]): Promise<Place[]> {
  const rows = await db.all<{ index: number }>(sql`
    select place.key as "index" from json_each(${JSON.stringify(places)}) place
    where exists (
      select 1 from members
      where timezone = place.value ->> 'timezone' and wake_up_hour = place.value ->> 'hour' and ${GETS_MAILS}
    )`);
  return rows.flatMap((row) => places[row.index] ?? []);
}

/** Where to go on along the members' index at a place. */
export type Cursor = { place: Place; afterId: string };

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
