import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import type { ZoneHour } from "./slots.ts";

/** Must match the index's condition word for word, or SQLite won't use the index. */
const GETS_MAILS = sql`email_enabled = 1 and deleted_at is null`;

/** Mirrors `mailBlocker` (docs/rules/wake-up.md, "Due"). `wakeUpSince` makes sure a slot's due set only shrinks. */
export function dueAt(slotAt: SQL | number, now: number): SQL {
  return sql`${GETS_MAILS}
    and m.suppressed_at is null
    and (m.paused_until is null or m.paused_until <= ${slotAt})
    and m.access_ends_at > ${slotAt} and m.access_ends_at > ${now}
    and m.wake_up_since <= ${slotAt}`;
}

/** Returns the zones of members with emails on, including zones we no longer offer. Skips along the index and reads one row per zone. */
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

/** Returns the positions in `zoneHours` of those in use by members with emails on. */
export function selectZoneHoursInUse(db: Db, zoneHours: ZoneHour[]) {
  return db.all<{ index: number }>(sql`
    select zone_hour.key as "index" from json_each(${JSON.stringify(zoneHours)}) zone_hour
    where exists (
      select 1 from members
      where timezone = zone_hour.value ->> 'timezone' and wake_up_hour = zone_hour.value ->> 'hour' and ${GETS_MAILS}
    )`);
}

type At = { slotAt: number; now: number; limit: number };
export type Cursor = { zoneHour: ZoneHour; afterId: string };

export function selectDueMembers(db: Db, { zoneHour, afterId }: Cursor, at: At) {
  return db.all<{ id: string }>(sql`
    select m.id from members m
    where m.timezone = ${zoneHour.timezone} and m.wake_up_hour = ${zoneHour.hour} and m.id > ${afterId}
      and ${dueAt(at.slotAt, at.now)}
    order by m.id limit ${at.limit}`);
}
