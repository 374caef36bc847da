import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { wakeUpDeliveries } from "#db/schema/wake-up.ts";
import type { Attempt, BatchRow } from "./batches.queries.ts";
import { dueAt } from "./due-members.queries.ts";
import type { Recipient } from "./wake-up-mail.ts";

export type DeliveryRow = typeof wakeUpDeliveries.$inferSelect;

const recipientColumns = sql`member_id as memberId, address, first_name as firstName`;

function isHeld({ batchId, leaseUntil }: Attempt) {
  return sql`b.id = ${batchId} and b.state = 'open' and b.lease_until = ${leaseUntil}`;
}

/** Claims who of a batch is still due, at the first attempt of a key version and within the cut-off. */
export function claimDeliveries(
  db: Db,
  { clock, oldestSlot, now, ...attempt }: Attempt & { clock: number; oldestSlot: number; now: number },
) {
  return db.all<Recipient>(sql`
    insert into wake_up_deliveries (local_date, member_id, batch_id, key_version, state, address, first_name, claimed_at)
    select b.local_date, m.id, b.id, b.key_version, 'claimed', m.email, m.first_name, ${now}
    from wake_up_batches b, json_each(b.member_ids) j cross join members m on m.id = j.value
    where ${isHeld(attempt)} and b.key_attempts = 1
      and iif(b.closes_at is null, b.slot_at >= ${oldestSlot}, b.closes_at > ${clock})
      and m.timezone = b.timezone and m.wake_up_hour = b.hour and ${dueAt(sql`b.slot_at`, now)}
    on conflict (local_date, member_id) do nothing
    returning ${recipientColumns}`);
}

/** The recipients whom an earlier attempt of the same key version has claimed: they are bound to it. */
export function selectClaimedDeliveries(db: Db, attempt: Attempt) {
  return db.all<Recipient>(sql`
    select ${recipientColumns}
    from wake_up_batches b, json_each(b.member_ids) j
    cross join wake_up_deliveries d on d.local_date = b.local_date and d.member_id = j.value
    where ${isHeld(attempt)} and b.key_attempts > 1 and d.batch_id = b.id and d.state = 'claimed'`);
}

type Outcome = { batch: BatchRow; state: "sent" | "failed"; recipients: Recipient[]; now: number; reason?: string };

/**
 * Records an outcome. Written as an upsert, which costs one row read and one written per mail where an update by a list
 * reads four; and should the claim be gone meanwhile, what was sent is on record all the same.
 */
export function recordDeliveries(db: Db, { batch, state, recipients, now, reason }: Outcome) {
  return db.run(sql`
    insert into wake_up_deliveries (local_date, member_id, batch_id, key_version, state, address, first_name, claimed_at, sent_at, reason)
    select ${batch.localDate}, value ->> 'memberId', ${batch.id}, ${batch.keyVersion}, ${state}, value ->> 'address',
      value ->> 'firstName', ${now}, ${state === "sent" ? now : null}, ${reason ?? null}
    from json_each(${JSON.stringify(recipients)}) where true
    on conflict (local_date, member_id) do update
      set state = excluded.state, sent_at = excluded.sent_at, reason = excluded.reason
      where wake_up_deliveries.batch_id = excluded.batch_id and wake_up_deliveries.state = 'claimed'`);
}

/** Records as unknown those whose call may have been accepted; who was never claimed keeps having no delivery. */
export function recordUnknown(db: Db, batch: BatchRow) {
  return db.run(sql`
    update wake_up_deliveries set state = 'unknown', reason = 'cut_off'
    where local_date = ${batch.localDate} and member_id in (select value from json_each(${batch.memberIds}))
      and batch_id = ${batch.id} and state = 'claimed'`);
}

/**
 * Records who is still due at a batch and has no delivery yet as missed. Who moved to another hour meanwhile has none, so
 * that the new hour can still wake them.
 */
export function recordMissed(db: Db, batch: BatchRow, now: number) {
  return db.run(sql`
    insert into wake_up_deliveries (local_date, member_id, batch_id, key_version, state, address, first_name, claimed_at, reason)
    select ${batch.localDate}, m.id, ${batch.id}, ${batch.keyVersion}, 'missed', m.email, m.first_name, ${now}, 'cut_off'
    from json_each(${batch.memberIds}) j cross join members m on m.id = j.value
    where m.timezone = ${batch.timezone} and m.wake_up_hour = ${batch.hour} and ${dueAt(batch.slotAt, batch.slotAt)}
    on conflict (local_date, member_id) do nothing`);
}

/** Gives claims back after an answer that proves that nothing of them was accepted, unless another attempt holds the batch. */
export function releaseClaims(db: Db, batch: BatchRow) {
  return db.run(sql`
    delete from wake_up_deliveries
    where local_date = ${batch.localDate} and member_id in (select value from json_each(${batch.memberIds}))
      and batch_id = ${batch.id} and state = 'claimed'
      and exists (select 1 from wake_up_batches b where b.id = ${batch.id} and b.lease_until = ${batch.leaseUntil})`);
}

/** What became of a member's mails on some dates: one look-up by the key each. */
export function selectDeliveriesOf(db: Db, memberId: string, localDates: string[]) {
  return db.all<Pick<DeliveryRow, "localDate" | "state" | "sentAt">>(sql`
    select d.local_date as "localDate", d.state, d.sent_at as "sentAt"
    from json_each(${JSON.stringify(localDates)}) j
    cross join wake_up_deliveries d on d.local_date = j.value and d.member_id = ${memberId}`);
}

export function selectDelivery(db: Db, localDate: string, memberId: string) {
  return db
    .select()
    .from(wakeUpDeliveries)
    .where(and(eq(wakeUpDeliveries.localDate, localDate), eq(wakeUpDeliveries.memberId, memberId)));
}

/** The mail that a member was to get on a date, before what is their own was filled in. */
export function selectMailOfDelivery(db: Db, localDate: string, memberId: string) {
  return db.all<{ subject: string; html: string; text: string }>(sql`
    select w.subject, w.html, w.text from wake_up_deliveries d
    join wake_up_batches b on b.id = d.batch_id
    join wake_up_mails w on w.slot_at = b.slot_at and w.local_date = d.local_date
    where d.local_date = ${localDate} and d.member_id = ${memberId}`);
}
