import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import type { deliveries } from "#db/schema/wake-up.ts";
import type { Attempt, BatchRow } from "../batches/batches.queries.ts";
import type { MorningsMail } from "../send-again/copy-of-wake-up.ts";
import { dueAt, hourOnDate } from "../slots/due-members.queries.ts";
import { codeOf, dayOf, secondsOf } from "./stored-delivery.queries.ts";

type DeliveryRow = typeof deliveries.$inferSelect;

const keyOfRecipient = sql`d.day = ${dayOf(sql`b.local_date`)} and d.member_id = j.value ->> 'memberId'`;

/** Records claims for the members the batch's row has named since the first attempt of its key version. */
export function claimDeliveries(db: Db, { batchId, leaseUntil, now }: Attempt & { now: number }) {
  return db.run(sql`
    insert into deliveries (day, member_id, batch, key_version, state, claimed_at)
    select ${dayOf(sql`b.local_date`)}, j.value ->> 'memberId', b.number, b.key_version, ${codeOf("claimed")}, ${secondsOf(now)}
    from wake_up_batches b, json_each(b.recipients) j
    where b.id = ${batchId} and b.state = 'open' and b.lease_until = ${leaseUntil} and b.key_attempts = 1
    on conflict (day, member_id) do nothing`);
}

type Rejected = { memberId: string; reason: string };
type Outcome = { batch: BatchRow; now: number; state: SQL; reason: SQL };
type Sent = { batch: BatchRow; now: number; rejected: Rejected[] };

/** An upsert reads and writes one row per email, where an update by list reads four; it also records emails whose claim is gone by then. */
export function recordSent(db: Db, { batch, now, rejected }: Sent) {
  const reasons = JSON.stringify(Object.fromEntries(rejected.map(({ memberId, reason }) => [memberId, reason])));
  const reason = rejected.length > 0 ? sql`${reasons} ->> (j.value ->> 'memberId')` : sql`null`;
  return recordOutcome(db, { batch, now, state: codeOf("sent"), reason });
}

export function recordFailed(db: Db, { batch, now, reason }: { batch: BatchRow; now: number; reason: string }) {
  return recordOutcome(db, { batch, now, state: codeOf("failed"), reason: sql`${reason}` });
}

/** A row with a reason is recorded as failed, whatever `state` says. */
function recordOutcome(db: Db, { batch, now, state, reason }: Outcome) {
  return db.run(sql`
    insert into deliveries (day, member_id, batch, key_version, state, claimed_at, sent_at, reason)
    select day, member_id, number, key_version, iif(reason is null, ${state}, ${codeOf("failed")}), ${secondsOf(now)},
      iif(reason is null, ${secondsOf(now)}, null), reason
    from (
      select ${dayOf(sql`b.local_date`)} as day, j.value ->> 'memberId' as member_id, b.number, b.key_version, ${reason} as reason
      from wake_up_batches b, json_each(b.recipients) j where b.id = ${batch.id} and b.key_version = ${batch.keyVersion}
    ) where true
    on conflict (day, member_id) do update
      set state = excluded.state, sent_at = excluded.sent_at, reason = excluded.reason
      where deliveries.batch = excluded.batch and deliveries.state = ${codeOf("claimed")}`);
}

/** Records claimed members as unknown, since their call may have been accepted. Unclaimed members still have no delivery. */
export function recordUnknown(db: Db, batchId: string) {
  return db.run(sql`
    update deliveries set state = ${codeOf("unknown")}, reason = 'cut_off'
    where (day, member_id) in (
      select d.day, d.member_id from wake_up_batches b, json_each(b.recipients) j cross join deliveries d on ${keyOfRecipient}
      where b.id = ${batchId} and d.batch = b.number and d.state = ${codeOf("claimed")})`);
}

/** Leaves out members who moved to another hour, so the new hour can still wake them. */
export function recordMissed(db: Db, batch: BatchRow, now: number) {
  return db.run(sql`
    insert into deliveries (day, member_id, batch, key_version, state, claimed_at, reason)
    select ${dayOf(batch.localDate)}, m.id, b.number, b.key_version, ${codeOf("missed")}, ${secondsOf(now)}, 'cut_off'
    from wake_up_batches b, json_each(b.member_ids) j cross join members m on m.id = j.value
    where b.id = ${batch.id} and m.timezone = b.timezone and ${hourOnDate(sql`b.local_date`)} = b.hour
      and ${dueAt(batch.slotAt, batch.slotAt)}
    on conflict (day, member_id) do nothing`);
}

/** Selects the claims `d` an attempt holds on batch `b`: none once another attempt has the batch. Callers may append conditions. */
export function claimsOf({ id, leaseUntil }: BatchRow): SQL {
  return sql`wake_up_batches b, json_each(b.recipients) j cross join deliveries d on ${keyOfRecipient}
    where b.id = ${id} and b.lease_until = ${leaseUntil} and d.batch = b.number and d.state = ${codeOf("claimed")}`;
}

/** Releases claims after an answer that proves none of them was accepted. */
export function releaseClaims(db: Db, batch: BatchRow) {
  return db.run(sql`
    delete from deliveries where (day, member_id) in (select d.day, d.member_id from ${claimsOf(batch)})`);
}

export function selectDelivery(db: Db, localDate: string, memberId: string) {
  return db.all<Pick<DeliveryRow, "state" | "reason"> & { batchId: string | null }>(sql`
    select d.state, d.reason, b.id as "batchId"
    from wake_up_deliveries d left join wake_up_batches b on b.number = d.batch
    where d.day = ${dayOf(localDate)} and d.member_id = ${memberId}`);
}

/** Returns the email a member was due on a date, before their own values were filled in, with those the batch still has. */
export function selectMailOfDelivery(db: Db, localDate: string, memberId: string) {
  return db.all<MorningsMail>(sql`
    select w.subject, w.html, w.text, w.fallback_id as "fallbackId", b.hour,
      r.value ->> 'streak' as streak
    from deliveries d
    join wake_up_batches b on b.number = d.batch
    join wake_up_mails w on w.slot_at = b.slot_at and w.local_date = b.local_date
    left join json_each(b.recipients) r on r.value ->> 'memberId' = d.member_id
    where d.day = ${dayOf(localDate)} and d.member_id = ${memberId}`);
}
