import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import type { BatchRow } from "../batches/batches.queries.ts";

export type SlotCounts = {
  slotAt: number;
  due: number;
  sent: number;
  onTime: number;
  failed: number;
  missed: number;
  unknown: number;
  open: number;
  troubledBatches: number;
};

/** What became of a morning's batches, slot by slot. */
export function selectSlotCounts(db: Db, localDate: string) {
  return db.all<SlotCounts>(sql`
    select slot_at as "slotAt", due, sent, on_time as "onTime", failed, missed, unknown, open,
      troubled_batches as "troubledBatches"
    from wake_up_counts where local_date = ${localDate} order by slot_at`);
}

/** Slots between two instants that nobody dispatched in time, with who was due at them, and until when one is being sent after all. */
export function selectMissedSlots(db: Db, { from, before }: { from: number; before: number }) {
  return db.all<{ slotAt: number; due: number; leaseUntil: number }>(sql`
    select slot_at as "slotAt", due_count as due, lease_until as "leaseUntil" from wake_up_slots
    where slot_at >= ${from} and slot_at < ${before} and outcome = 'missed' and due_count > 0 order by slot_at`);
}

export type Troubled = Pick<
  BatchRow,
  | "id"
  | "slotAt"
  | "timezone"
  | "hour"
  | "localDate"
  | "state"
  | "failedCount"
  | "missedCount"
  | "unknownCount"
  | "lastError"
  | "sentAgainAs"
> & { open: number };

// Word for word as in the index of these batches: else SQLite does not use it.
const isTroubled = sql`(failed_count + missed_count + unknown_count > 0 or sent_again_as is not null or (state = 'open' and last_error is not null))`;

/** A place in the list of a morning's troubled batches: behind a batch, among those under way or sent again or among the others. */
export type BatchCursor = { isTakenUp: boolean; slotAt: number; id: string };

/**
 * The batches of a morning that did not reach everybody or are having trouble, behind a place in their list, the first slots first:
 * those that are under way or were sent again, or the others.
 */
export function selectTroubledBatches(
  db: Db,
  localDate: string,
  { isTakenUp, slotAt, id }: BatchCursor,
  limit: number,
) {
  return db.all<Troubled>(sql`
    select id, slot_at as "slotAt", timezone, hour, local_date as "localDate", state, failed_count as "failedCount",
      missed_count as "missedCount", unknown_count as "unknownCount", last_error as "lastError", sent_again_as as "sentAgainAs",
      iif(state = 'open', json_array_length(member_ids), 0) as open
    from wake_up_batches
    where local_date = ${localDate} and ${isTroubled} and (state = 'open' or sent_again_as is not null) = ${isTakenUp ? 1 : 0}
      and (slot_at, id) > (${slotAt}, ${id})
    order by slot_at, id limit ${limit}`);
}

/** Makes what waits for the end of a pause due now. */
export function bringForward(db: Db, now: number) {
  return db.run(sql`
    update wake_up_batches set next_attempt_at = ${now}
    where state = 'open' and next_attempt_at > ${now} and lease_until <= ${now}
      and exists (select 1 from dispatcher where paused_until is not null)`);
}
