import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import type { ZoneHour } from "./slots.ts";

/** What makes a member part of the index of those who get mails, word for word: else SQLite does not use it. */
const GETS_MAILS = sql`email_enabled = 1 and deleted_at is null`;

/**
 * Who is due for a slot besides having its hour and zone (docs/design.md, "The daily wake-up mail"); `mailBlocker` in domain/rules says
 * the same. `wakeUpSince` makes the due set of a slot shrink only.
 */
export function dueAt(slotAt: SQL | number, now: number): SQL {
  return sql`${GETS_MAILS}
    and m.suppressed_at is null
    and (m.paused_until is null or m.paused_until <= ${slotAt})
    and m.access_ends_at > ${slotAt} and m.access_ends_at > ${now}
    and m.wake_up_since <= ${slotAt}`;
}

/** The zones that members with mails on hold, whatever is on offer now. It skips along the index: one row read a zone. */
export function selectZonesInUse(db: Db) {
  return db.all<{ zone: string }>(sql`
    with recursive used(zone) as (
      select min(timezone) from members where ${GETS_MAILS}
      union all
      select (select min(timezone) from members where timezone > used.zone and ${GETS_MAILS}) from used
      where used.zone is not null
    )
    select zone from used where zone is not null`);
}

/** Which of the zone hours anybody with mails on holds, by their place in the list. */
export function selectZoneHoursInUse(db: Db, zoneHours: ZoneHour[]) {
  return db.all<{ index: number }>(sql`
    select zone_hour.key as "index" from json_each(${JSON.stringify(zoneHours)}) zone_hour
    where exists (
      select 1 from members
      where timezone = zone_hour.value ->> 'timezone' and wake_up_hour = zone_hour.value ->> 'hour' and ${GETS_MAILS}
    )`);
}

/** Where to go on along the members' index at a zone hour. */
export type Cursor = { zoneHour: ZoneHour; afterId: string };

/** The next ids due at a zone hour, in the order of the members' index. */
export function selectDueMembers(
  db: Db,
  { zoneHour, afterId }: Cursor,
  at: { slotAt: number; now: number; limit: number },
) {
  return db.all<{ id: string }>(sql`
    select m.id from members m
    where m.timezone = ${zoneHour.timezone} and m.wake_up_hour = ${zoneHour.hour} and m.id > ${afterId}
      and ${dueAt(at.slotAt, at.now)}
    order by m.id limit ${at.limit}`);
}
