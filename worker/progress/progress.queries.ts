import { and, count, eq, getTableColumns, isNotNull, or, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { content } from "#db/schema/content.ts";
import { progress } from "#db/schema/progress.ts";

export type ProgressRow = typeof progress.$inferSelect;

/** @param ref the item's date or its id */
export async function findProgress(db: Db, memberId: string, ref: string): Promise<ProgressRow | undefined> {
  return db
    .select(getTableColumns(progress))
    .from(progress)
    .innerJoin(content, eq(content.id, progress.contentId))
    .where(and(eq(progress.memberId, memberId), or(eq(content.date, ref), eq(content.id, ref))))
    .get();
}

/**
 * Writes what a report leads to. Flags and percents only rise and the first completion keeps its day, whatever another
 * report wrote meanwhile.
 */
export async function raiseProgress(db: Db, row: ProgressRow): Promise<ProgressRow> {
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
    .returning()
    .get();
}

export async function listCompletedDates(db: Db, memberId: string): Promise<string[]> {
  const rows = await db
    .select({ date: progress.completedDate })
    .from(progress)
    .where(and(eq(progress.memberId, memberId), isNotNull(progress.completedDate)));
  return rows.flatMap((row) => row.date ?? []);
}

export async function countVideosCompleted(db: Db, memberId: string): Promise<number> {
  const row = await db
    .select({ count: count() })
    .from(progress)
    .where(and(eq(progress.memberId, memberId), eq(progress.videoCompleted, true)))
    .get();
  return row?.count ?? 0;
}
