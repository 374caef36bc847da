import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { MAX_FULL_BOUNCES } from "#domain/rules/mail-events.ts";
import { isWeekend } from "#domain/rules/week-hours.ts";
import type { ZoneHour } from "./slots.ts";

/** Must match the index's condition word for word, or SQLite won't use the index. */
const GETS_MAILS = sql`email_enabled = 1 and deleted_at is null`;

/** The member's hour on weekdays or weekends, in the words of that kind's index; -1 for nothing. Mirrors `hourOn`. */
export const hourColumn = (onWeekends: boolean): SQL =>
  onWeekends ? sql`coalesce(m.weekend_hour, m.wake_up_hour)` : sql`m.wake_up_hour`;

export const isWeekendDate = (date: SQL): SQL => sql`strftime('%w', ${date}) in ('0', '6')`;

/** The member's hour on a date that only the statement knows. */
export const hourOnDate = (date: SQL): SQL =>
  sql`iif(${isWeekendDate(date)}, ${hourColumn(true)}, ${hourColumn(false)})`;

/** Mirrors `morningBlocker`. `wakeUpSince` makes sure a slot's due set only shrinks. */
export function isMorningDue(slotAt: SQL | number, now: number): SQL {
  return sql`m.deleted_at is null and (m.paused_until is null or m.paused_until <= ${slotAt})
    and m.access_ends_at > ${slotAt} and m.access_ends_at > ${now} and m.wake_up_since <= ${slotAt}`;
}

/** Mirrors `mailBlocker` (docs/rules/wake-up.md, "Due"). */
export function dueAt(slotAt: SQL | number, now: number): SQL {
  return sql`${GETS_MAILS} and m.suppressed_at is null and m.full_bounces < ${MAX_FULL_BOUNCES} and ${isMorningDue(slotAt, now)}`;
}

/** Skips along an index and reads one row per zone. */
const zonesOf = (table: SQL, where: SQL) => sql`
  with recursive used(zone) as (
    select min(timezone) from ${table} where ${where}
    union all
    select (select min(timezone) from ${table} where timezone > used.zone and ${where}) from used where used.zone is not null
  )
  select zone from used where zone is not null`;

/** Returns the zones of members with emails on, including zones we no longer offer. */
export const selectZonesInUse = (db: Db) => db.all<{ zone: string }>(zonesOf(sql`members`, GETS_MAILS));

export const selectPushZones = (db: Db) => db.all<{ zone: string }>(zonesOf(sql`push_devices`, sql`true`));

/** Returns the positions in `zoneHours` of those in use by members with emails on, or by devices. */
export function selectZoneHoursInUse(db: Db, zoneHours: ZoneHour[]) {
  const isInUse = (onWeekends: boolean) => sql`exists (
    select 1 from members m
    where m.timezone = z.value ->> 'timezone' and ${hourColumn(onWeekends)} = z.value ->> 'hour' and ${GETS_MAILS})
    or exists (
      select 1 from push_devices p
      where p.timezone = z.value ->> 'timezone' and ${onWeekends ? sql`p.weekend_hour` : sql`p.weekday_hour`} = z.value ->> 'hour')`;
  return db.all<{ index: number }>(sql`
    select z.key as "index" from json_each(${JSON.stringify(zoneHours)}) z
    where iif(${isWeekendDate(sql`z.value ->> 'localDate'`)}, ${isInUse(true)}, ${isInUse(false)})`);
}

type At = { slotAt: number; now: number; limit: number };
export type Cursor = { zoneHour: ZoneHour; afterId: string };

export function selectDueMembers(db: Db, { zoneHour, afterId }: Cursor, at: At) {
  return db.all<{ id: string }>(sql`
    select m.id from members m
    where m.timezone = ${zoneHour.timezone} and ${hourColumn(isWeekend(zoneHour.localDate))} = ${zoneHour.hour} and m.id > ${afterId}
      and ${dueAt(at.slotAt, at.now)}
    order by m.id limit ${at.limit}`);
}
