import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";

export type MorningCounts = {
  due: number;
  sent: number;
  onTime: number;
  failed: number;
  missed: number;
  unknown: number;
  open: number;
  troubledBatches: number;
};

/** What became of a morning's batches so far, in one row. */
export function selectMorningCounts(db: Db, localDate: string) {
  const sumOf = (column: string) => sql`coalesce(sum(${sql.raw(column)}), 0)`;
  return db.all<MorningCounts>(sql`
    select ${sumOf("due")} as due, ${sumOf("sent")} as sent, ${sumOf("on_time")} as "onTime", ${sumOf("failed")} as failed,
      ${sumOf("missed")} as missed, ${sumOf("unknown")} as unknown, ${sumOf("open")} as open,
      ${sumOf("troubled_batches")} as "troubledBatches"
    from wake_up_counts where local_date = ${localDate}`);
}

/** Whether an event that is not called off lies between two instants. */
export function selectLiveEventBetween(db: Db, from: number, to: number) {
  return db.all<{ hasLiveEvent: number }>(sql`
    select exists (
      select 1 from live_events where cancelled_at is null and starts_at >= ${from} and starts_at < ${to}) as "hasLiveEvent"`);
}
