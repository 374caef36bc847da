import { and, eq, getTableColumns, gte, lte, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { content } from "#db/schema/content.ts";
import { progress } from "#db/schema/progress.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { completedDate, dayOf, FIRST_ZONE, type ItemRef, isItem, onOffer } from "../content/content.queries.ts";

export function selectProgress(db: Db, memberId: string, ref: ItemRef) {
  return db
    .select(getTableColumns(progress))
    .from(progress)
    .innerJoin(content, eq(content.number, progress.contentNumber))
    .where(and(eq(progress.memberId, memberId), isItem(ref)));
}

/** Dates with a live item up to the latest local date on Earth, from the member's first completion on: no earlier one affects a streak. */
export function selectLiveDates(db: Db, memberId: string, now: number) {
  const first = sql`(select date(min(completed_day) * 86400, 'unixepoch') from member_progress where member_id = ${memberId} and completed_day is not null)`;
  return db
    .select({ date: content.date })
    .from(content)
    .where(and(onOffer, gte(content.date, first), lte(content.date, dateIn(FIRST_ZONE, now))));
}

/** Returns the member's own days with a completion; a day with two completions appears twice. */
export function selectCompletedDates(db: Db, memberId: string) {
  return db.all<{ date: string }>(sql`
    select ${completedDate} as date from member_progress p where member_id = ${memberId} and completed_day is not null
    union all
    select completed_date from repeats where member_id = ${memberId} and completed_date is not null`);
}

export type StartedItem = {
  completedDate: string | null;
  videoCompleted: 0 | 1;
  percent: number;
  seconds: number | null;
};

/** Returns every item a member has begun, with its length in seconds if known. A repeated fallback adds a completion but no seconds. */
export function selectStartedItems(db: Db, memberId: string) {
  const secondsOf = (key: SQL) => sql`(select duration_seconds from media where media.key = ${key})`;
  return db.all<StartedItem>(sql`
    select ${completedDate} as "completedDate", p.video_completed as "videoCompleted",
      max(p.audio_progress, p.video_progress) as percent,
      coalesce(c.duration_seconds, ${secondsOf(sql`c.audio_key`)}, ${secondsOf(sql`c.video_key`)}) as seconds
    from member_progress p join content c on c.number = p.content_number where p.member_id = ${memberId}
    union all
    select completed_date, 0, 0, null from repeats where member_id = ${memberId} and completed_date is not null`);
}

export function countCompletedByDay(db: Db, memberId: string, from: string) {
  // A morning's repeat is completed on its day or the next; only the morning is in the key.
  return db.all<{ date: string; count: number }>(sql`
    select date, count(*) as count from (
      select ${completedDate} as date from member_progress p where member_id = ${memberId} and completed_day >= ${dayOf(from)}
      union all
      select completed_date from repeats
      where member_id = ${memberId} and morning >= ${addDays(from, -1)} and completed_date >= ${from})
    group by date order by date`);
}
