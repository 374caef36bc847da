import { and, count, eq, getTableColumns, isNotNull, or, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { content, progress } from "#db/schema/content.ts";

/** @param ref the item's date or its id */
export function selectProgress(db: Db, memberId: string, ref: string) {
  return db
    .select(getTableColumns(progress))
    .from(progress)
    .innerJoin(content, eq(content.id, progress.contentId))
    .where(and(eq(progress.memberId, memberId), or(eq(content.date, ref), eq(content.id, ref))));
}

/**
 * Writes what a report leads to. Flags and percents only rise and the first completion keeps its day, whatever another
 * report wrote meanwhile.
 */
export function raiseProgress(db: Db, row: typeof progress.$inferInsert) {
  return db
    .insert(progress)
    .values(row)
    .onConflictDoUpdate({
      target: [progress.memberId, progress.contentId],
      set: {
        audioCompleted: sql`max(audio_completed, excluded.audio_completed)`,
        videoCompleted: sql`max(video_completed, excluded.video_completed)`,
        totalWatched: sql`max(total_watched, excluded.total_watched)`,
        audioProgress: sql`max(audio_progress, excluded.audio_progress)`,
        videoProgress: sql`max(video_progress, excluded.video_progress)`,
        completedAt: sql`coalesce(completed_at, excluded.completed_at)`,
        completedDate: sql`coalesce(completed_date, excluded.completed_date)`,
        updatedAt: sql`excluded.updated_at`,
      },
    })
    .returning();
}

/** The member's own days on which they completed something; a day with two completions comes twice. */
export function selectCompletedDates(db: Db, memberId: string) {
  return db
    .select({ date: progress.completedDate })
    .from(progress)
    .where(and(eq(progress.memberId, memberId), isNotNull(progress.completedDate)));
}

export function countVideosCompleted(db: Db, memberId: string) {
  return db
    .select({ count: count() })
    .from(progress)
    .where(and(eq(progress.memberId, memberId), eq(progress.videoCompleted, true)));
}
