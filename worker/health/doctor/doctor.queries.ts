import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import type { MediumKind } from "#domain/rules/video-link.ts";

export function selectDatabaseClock(db: Db) {
  return db.all<{ now: number }>(sql`select cast(unixepoch('subsec') * 1000 as integer) as now`);
}

export function selectMigrations(db: Db) {
  return db.all<{ name: string }>(sql`select name from d1_migrations order by id desc limit 200`);
}

export function selectMediaOf(db: Db, from: string, through: string) {
  return db.all<{ date: string; key: string; kind: MediumKind }>(sql`
    select c.date, m.key, m.kind
    from content c, json_each(json_array(c.audio_key, c.video_key, c.captions_key, c.artwork_key)) k cross join media m on m.key = k.value
    where c.date between ${from} and ${through} and c.deleted_at is null and c.status <> 'draft' and c.hidden = 0 and k.value is not null
    order by c.date`);
}

/** The last PayPal event whose body is still kept. */
export function selectLastPayPalEvent(db: Db) {
  return db.all<{ at: number | null }>(sql`select max(received_at) as at from provider_events where body is not null`);
}

/** Since when emails went out by the daily figures, how many, and how many in the days since `from`. */
export function selectSendingHistory(db: Db, from: string) {
  return db.all<{ since: string | null; mails: number; recent: number }>(sql`
    select min(date) as since, coalesce(sum(wake_ups_sent + other_mails), 0) as mails,
      coalesce(sum(iif(date >= ${from}, wake_ups_sent + other_mails, 0)), 0) as recent
    from daily_stats where wake_ups_sent + other_mails > 0`);
}
