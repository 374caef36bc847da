import { asc, eq, getTableColumns, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { pushCounts } from "#db/schema/push.ts";
import { wakeUpCounts } from "#db/schema/wake-up.ts";
import { type BatchRow, isBeforeDaysEnd } from "../batches/batches.queries.ts";
import { codeOf, dayOf } from "./stored-delivery.queries.ts";

const { localDate: dateOfCounts, ...counts } = getTableColumns(wakeUpCounts);
export type SlotCounts = Omit<typeof wakeUpCounts.$inferSelect, "localDate">;

export function selectSlotCounts(db: Db, localDate: string) {
  return db.select(counts).from(wakeUpCounts).where(eq(dateOfCounts, localDate)).orderBy(asc(counts.slotAt));
}

const { localDate: dateOfPushes, ...pushes } = getTableColumns(pushCounts);
export const selectPushCounts = (db: Db, localDate: string) =>
  db.select(pushes).from(pushCounts).where(eq(dateOfPushes, localDate));

export type MissedSlot = { slotAt: number; due: number };

/** Returns slots no one dispatched in time, with how many members were due. */
export function selectMissedSlots(db: Db, { from, before }: { from: number; before: number }) {
  return db.all<MissedSlot>(sql`
    select slot_at as "slotAt", due_count as due from wake_up_slots
    where slot_at >= ${from} and slot_at < ${before} and outcome = 'missed' and due_count > 0 order by slot_at`);
}

type Place = "id" | "slotAt" | "timezone" | "hour" | "localDate" | "state";
type Outcome = "failedCount" | "missedCount" | "unknownCount" | "sentAgainAs";
export type Troubled = Pick<BatchRow, Place | Outcome> & { open: number; reason: string | null };

// Must match the index's condition word for word, or SQLite won't use the index.
const isTroubled = sql`(failed_count + missed_count + unknown_count > 0 or sent_again_as is not null or (state = 'open' and last_error is not null))`;

/** A place in a morning's list of troubled batches. `isTakenUp` marks batches in progress or already sent again. */
export type BatchCursor = { isTakenUp: boolean; slotAt: number; id: string };

/** Why the provider rejected the first of a batch's emails, in its words. */
const rejection = sql`(
  select d.reason from json_each(wake_up_batches.member_ids) j
  cross join deliveries d on d.day = ${dayOf(sql`wake_up_batches.local_date`)} and d.member_id = j.value and d.batch = wake_up_batches.number
  where d.state = ${codeOf("failed")} and d.reason is not null limit 1)`;

/** Earliest slots first: either batches in progress or sent again, or the others. */
export function selectTroubledBatches(db: Db, date: string, { isTakenUp, slotAt, id }: BatchCursor, limit: number) {
  return db.all<Troubled>(sql`
    select id, slot_at as "slotAt", timezone, hour, local_date as "localDate", state, failed_count as "failedCount",
      missed_count as "missedCount", unknown_count as "unknownCount", sent_again_as as "sentAgainAs",
      coalesce(last_error, iif(failed_count > 0, ${rejection}, null)) as reason,
      iif(state = 'open', json_array_length(member_ids), 0) as open
    from wake_up_batches
    where local_date = ${date} and ${isTroubled} and (state = 'open' or sent_again_as is not null) = ${isTakenUp ? 1 : 0}
      and (slot_at, id) > (${slotAt}, ${id})
    order by slot_at, id limit ${limit}`);
}

/** A morning's batches that an administrator can resend until the day ends. */
export const awaitsResend = (localDate: string) =>
  sql`local_date = ${localDate} and ${isTroubled} and (state = 'open' or sent_again_as is not null) = 0`;

type Resendable = { batches: number; members: number; left: number; doubtful: number; tooLate: number };

/**
 * How many batches of a morning, and members in them, can still be resent. Of the morning's resend: how many batches are left, how many it
 * passed because they may have arrived, and for how many the day ended meanwhile.
 */
export function selectResendable(db: Db, localDate: string, now: number) {
  const isInTime = isBeforeDaysEnd(now);
  return db.all<Resendable>(sql`
    select count(*) filter (where ${isInTime}) as batches,
      coalesce(sum(failed_count + missed_count + unknown_count) filter (where ${isInTime}), 0) as members,
      count(*) filter (where ${isInTime} and is_of_resend and not is_passed) as "left",
      count(*) filter (where ${isInTime} and is_of_resend and is_passed and unknown_count > 0) as doubtful,
      count(*) filter (where is_of_resend and ${isBeforeDaysEnd(sql`asked_at`)}
        and not ${isBeforeDaysEnd(sql`coalesce(stopped_at, ended_at, ${now})`)}) as "tooLate"
    from (
      select *, created_at < asked_at as is_of_resend, (slot_at, id) <= (cursor_slot_at, cursor_id) as is_passed
      from (select 1)
        left join (select asked_at, cursor_slot_at, cursor_id, stopped_at, ended_at from wake_up_resends where local_date = ${localDate}) on true
        cross join wake_up_batches
      where ${awaitsResend(localDate)})`);
}

export function bringForward(db: Db, now: number) {
  return db.run(sql`
    update wake_up_batches set next_attempt_at = ${now}
    where state = 'open' and next_attempt_at > ${now} and lease_until <= ${now}
      and exists (select 1 from pauses where kind = 'all')`);
}
