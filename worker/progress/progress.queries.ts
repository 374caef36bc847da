import { and, eq, getTableColumns, gte, isNotNull, lte, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Db } from "#db/client.ts";
import { content, progress, repeats } from "#db/schema/content.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { FIRST_ZONE, type ItemRef, isItem, onOffer } from "../content/content.queries.ts";

export function selectProgress(db: Db, memberId: string, ref: ItemRef) {
  return db
    .select(getTableColumns(progress))
    .from(progress)
    .innerJoin(content, eq(content.id, progress.contentId))
    .where(and(eq(progress.memberId, memberId), isItem(ref)));
}

/** Dates with a live item up to the latest local date on Earth, from the member's first completion on: no earlier one affects a streak. */
export function selectLiveDates(db: Db, memberId: string, now: number) {
  const first = sql`(select min(completed_date) from progress where member_id = ${memberId} and completed_date is not null)`;
  return db
    .select({ date: content.date })
    .from(content)
    .where(and(onOffer, gte(content.date, first), lte(content.date, dateIn(FIRST_ZONE, now))));
}

/** Returns the member's own days with a completion; a day with two completions appears twice. */
export function selectCompletedDates(db: Db, memberId: string) {
  return db
    .select({ date: progress.completedDate })
    .from(progress)
    .where(and(eq(progress.memberId, memberId), isNotNull(progress.completedDate)))
    .unionAll(
      db
        .select({ date: repeats.completedDate })
        .from(repeats)
        .where(and(eq(repeats.memberId, memberId), isNotNull(repeats.completedDate))),
    );
}

/** Returns every item a member has begun, with its length in seconds if known. A repeated fallback adds a completion but no seconds. */
export function selectStartedItems(db: Db, memberId: string) {
  const secondsOf = (key: SQLiteColumn) => sql`(select duration_seconds from media where media.key = ${key})`;
  return db
    .select({
      completedDate: progress.completedDate,
      videoCompleted: progress.videoCompleted,
      percent: sql<number>`max(${progress.audioProgress}, ${progress.videoProgress})`.as("percent"),
      seconds: sql<
        number | null
      >`coalesce(${content.durationSeconds}, ${secondsOf(content.audioKey)}, ${secondsOf(content.videoKey)})`.as(
        "seconds",
      ),
    })
    .from(progress)
    .innerJoin(content, eq(content.id, progress.contentId))
    .where(eq(progress.memberId, memberId))
    .unionAll(
      db
        .select({
          completedDate: repeats.completedDate,
          videoCompleted: sql<boolean>`0`.as("video_completed"),
          percent: sql<number>`0`.as("percent"),
          seconds: sql<number | null>`null`.as("seconds"),
        })
        .from(repeats)
        .where(and(eq(repeats.memberId, memberId), isNotNull(repeats.completedDate))),
    );
}

export function countCompletedByDay(db: Db, memberId: string, from: string) {
  // A morning's repeat is completed on its day or the next; only the morning is in the key.
  return db.all<{ date: string; count: number }>(sql`
    select date, count(*) as count from (
      select completed_date as date from progress where member_id = ${memberId} and completed_date >= ${from}
      union all
      select completed_date from repeats
      where member_id = ${memberId} and morning >= ${addDays(from, -1)} and completed_date >= ${from})
    group by date order by date`);
}
