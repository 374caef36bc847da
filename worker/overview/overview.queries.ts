import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { ON_TIME_MS } from "#domain/rules/on-time.ts";

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
  return db.all<MorningCounts>(sql`
    select coalesce(sum(due_count), 0) as due, coalesce(sum(sent_count), 0) as sent,
      coalesce(sum(iif(settled_at <= slot_at + ${ON_TIME_MS}, sent_count, 0)), 0) as "onTime",
      coalesce(sum(failed_count), 0) as failed, coalesce(sum(missed_count), 0) as missed,
      coalesce(sum(unknown_count), 0) as unknown,
      coalesce(sum(iif(state = 'open', json_array_length(member_ids), 0)), 0) as open,
      coalesce(sum(state <> 'open' and sent_again_as is null and failed_count + missed_count + unknown_count > 0), 0)
        as "troubledBatches"
    from wake_up_batches where local_date = ${localDate}`);
}

/** Whether an event that is not called off lies between two instants. */
export function selectLiveEventBetween(db: Db, from: number, to: number) {
  return db.all<{ hasLiveEvent: number }>(sql`
    select exists (
      select 1 from live_events where cancelled_at is null and starts_at >= ${from} and starts_at < ${to}) as "hasLiveEvent"`);
}
