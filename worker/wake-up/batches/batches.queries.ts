import { and, asc, eq, exists, lte, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { wakeUpBatches, wakeUpMails } from "#db/schema/wake-up.ts";
import { HOUR_MS } from "#domain/durations.ts";
import { ONLY } from "../../mail/dispatcher.queries.ts";
import { wakeUpsNotPaused } from "../../mail/pauses.queries.ts";
import { selectDueMails } from "../../mail/transactional-mails.queries.ts";
import { liveBefore, streakBefore } from "../../progress/streak-before.queries.ts";
import { codeOf, dayOf, deliveriesOfBatch, WAS_SENT } from "../deliveries/stored-delivery.queries.ts";
import { dueAt, hourOnDate } from "../slots/due-members.queries.ts";

export type BatchRow = typeof wakeUpBatches.$inferSelect;
export type Recipient = BatchRow["recipients"][number];
export type NewBatch = typeof wakeUpBatches.$inferInsert;

/** Whether a batch can still be resent: until its local day ends. It ignores a clock change between its hour and midnight. */
export const isBeforeDaysEnd = (now: SQL | number) => sql`slot_at + (24 - hour) * ${HOUR_MS} > ${now}`;

const isOpen = (id: string) => and(eq(wakeUpBatches.id, id), eq(wakeUpBatches.state, "open"));

export function insertBatch(db: Db, batch: NewBatch) {
  return db.insert(wakeUpBatches).values(batch).onConflictDoNothing();
}

export function insertBatches(db: Db, rows: NewBatch[]) {
  return db.run(sql`
    insert into wake_up_batches (id, slot_at, timezone, hour, local_date, member_ids, next_attempt_at, created_at,
      closes_at)
    select value ->> 'id', value ->> 'slotAt', value ->> 'timezone', value ->> 'hour', value ->> 'localDate',
      value ->> 'memberIds', value ->> 'nextAttemptAt', value ->> 'createdAt', value ->> 'closesAt'
    from json_each(${JSON.stringify(rows)}) where true
    on conflict (id) do nothing`);
}

/** Each with the last start given, and whether other emails wait. Without a batch neither is read. */
export function selectOpenBatchesDue(db: Db, now: number, limit: number) {
  return db
    .select({
      id: wakeUpBatches.id,
      lastStartAt: sql<number | null>`(select last_start_at from dispatcher where id = ${ONLY})`.as("last_start_at"),
      keepsBack: exists(selectDueMails(db, now, 1))
        .mapWith(Boolean)
        .as("keeps_back"),
    })
    .from(wakeUpBatches)
    .where(and(sql`state = 'open'`, lte(wakeUpBatches.nextAttemptAt, now)))
    .orderBy(asc(wakeUpBatches.nextAttemptAt))
    .limit(limit);
}

export function selectLateBatches(db: Db, slotsUpTo: number, now: number, limit: number) {
  return db
    .select()
    .from(wakeUpBatches)
    .where(
      and(
        sql`state = 'open'`,
        lte(wakeUpBatches.slotAt, slotsUpTo),
        lte(wakeUpBatches.leaseUntil, now),
        // A batch that was sent again has its own closing time.
        sql`coalesce(closes_at, 0) <= ${now}`,
      ),
    )
    .limit(limit);
}

/** A batch, and how many ms before the last assigned start it starts. */
export type Placed = { id: string; before: number };

/** Postpones the next attempt of batches until after their starts; returns those no one else has postponed. */
export function postponeBatches(db: Db, placed: Placed[], { now, afterMs }: { now: number; afterMs: number }) {
  return db.all<{ id: string }>(sql`
    update wake_up_batches set next_attempt_at = d.last_start_at - (j.value ->> 'before') + ${afterMs}
    from json_each(${JSON.stringify(placed)}) j, dispatcher d
    where wake_up_batches.id = j.value ->> 'id' and wake_up_batches.state = 'open' and wake_up_batches.next_attempt_at <= ${now}
    returning wake_up_batches.id`);
}

export type Attempt = { batchId: string; leaseUntil: number };

type Taking = Attempt & { clock: number; oldestSlot: number; now: number; signingKey: number };

/** No row while another attempt holds it or sending is paused. A key version's first attempt freezes the key and who is still due. */
export function takeBatch(db: Db, { batchId, leaseUntil, clock, oldestSlot, now, signingKey }: Taking) {
  const stillDue = sql`(
    select json_group_array(json_object('memberId', m.id, 'address', m.email, 'firstName', m.first_name,
      'streak', ${streakBefore(sql`wake_up_batches.local_date`)}, 'unsubscribeKey', m.unsubscribe_key,
      'weekendHour', m.weekend_hour))
    from ${liveBefore(sql`wake_up_batches.local_date`)} cross join json_each(wake_up_batches.member_ids) j cross join members m on m.id = j.value
    where m.timezone = wake_up_batches.timezone and ${hourOnDate(sql`wake_up_batches.local_date`)} = wake_up_batches.hour
      and ${dueAt(sql`wake_up_batches.slot_at`, now)}
      and not exists (
        select 1 from deliveries d where d.day = ${dayOf(sql`wake_up_batches.local_date`)} and d.member_id = m.id))`;
  const recipients = sql`case
    when key_attempts > 0 then recipients
    when iif(closes_at is null, slot_at >= ${oldestSlot}, closes_at > ${clock}) then ${stillDue}
    else '[]' end`;
  return db
    .update(wakeUpBatches)
    .set({
      leaseUntil,
      attempts: sql`attempts + 1`,
      keyAttempts: sql`key_attempts + 1`,
      recipients,
      signingKey: sql`iif(key_attempts > 0, signing_key, ${signingKey})`,
    })
    .where(and(isOpen(batchId), lte(wakeUpBatches.leaseUntil, now), wakeUpsNotPaused(now)))
    .returning();
}

export function selectMailOfBatch(db: Db, batchId: string) {
  const { subject, html, text, localDate, fallbackId, slotAt } = wakeUpMails;
  return db
    .select({ subject, html, text, localDate, fallbackId })
    .from(wakeUpMails)
    .innerJoin(wakeUpBatches, and(eq(wakeUpBatches.slotAt, slotAt), eq(wakeUpBatches.localDate, localDate)))
    .where(eq(wakeUpBatches.id, batchId));
}

export function changeLeasedBatch(db: Db, batch: BatchRow, change: Partial<NewBatch>) {
  return db
    .update(wakeUpBatches)
    .set(change)
    .where(and(isOpen(batch.id), eq(wakeUpBatches.leaseUntil, batch.leaseUntil)));
}

export function closeBatch(db: Db, id: string, now: number) {
  const countOf = (condition: SQL) => sql`(select count(*) from ${deliveriesOfBatch} where ${condition})`;
  return db.run(sql`
    update wake_up_batches as b
    set state = 'closed', settled_at = ${now}, due_count = ${countOf(sql`true`)}, sent_count = ${countOf(WAS_SENT)},
      failed_count = ${countOf(sql`d.state = ${codeOf("failed")}`)}, missed_count = ${countOf(sql`d.state = ${codeOf("missed")}`)},
      unknown_count = ${countOf(sql`d.state = ${codeOf("unknown")}`)}
    where b.id = ${id} and b.state = 'open'`);
}

type Settled = { state: "sent" | "failed"; now: number; lastError: string | null; failed: number | "all" };

/** Counts members the statement before it moved. The others are counted already, by `moveCounts` or before the batch was reopened. */
export function settleBatch(db: Db, id: string, { state, now, lastError, failed }: Settled) {
  const moved = sql`changes()`;
  const failures = failed === "all" ? moved : sql`min(${failed}, ${moved})`;
  return db.run(sql`
    update wake_up_batches
    set state = ${state}, settled_at = ${now}, last_error = ${lastError}, sent_count = sent_count + ${moved} - ${failures},
      failed_count = failed_count + ${failures}, due_count = sent_count + failed_count + missed_count + ${moved}
    where id = ${id} and state = 'open'`);
}

export function changeBatch(db: Db, id: string, change: Partial<NewBatch>) {
  return db.update(wakeUpBatches).set(change).where(isOpen(id));
}
