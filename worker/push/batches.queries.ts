import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { pushBatches, pushDevices } from "#db/schema/push.ts";
import { DAY_MS } from "#domain/durations.ts";
import { PUSH_STATES, type PushState } from "#domain/rules/push.ts";
import { isWeekend } from "#domain/rules/week-hours.ts";
import { onOffer } from "../content/content.queries.ts";
import { deleteOldest, type Old } from "../kernel/delete-oldest.queries.ts";
import type { PushOutcome } from "../kernel/push/push-service.ts";
import { liveBefore, streakBefore } from "../progress/streak-before.queries.ts";
import { codesIn, dayOf } from "../wake-up/deliveries/stored-delivery.queries.ts";
import { isMorningDue } from "../wake-up/slots/due-members.queries.ts";
import { CUT_OFF_MS, type ZoneHour } from "../wake-up/slots/slots.ts";

export type PushBatch = typeof pushBatches.$inferSelect;

const codeOf = codesIn(PUSH_STATES);
const isOpen = sql`x.state in (${codeOf("claimed")}, ${codeOf("waiting")}, ${codeOf("unanswered")})`;

/** Slots whose notifications are still to be cut. */
export function selectSlotsToCut(db: Db) {
  return db.all<{ slotAt: number }>(sql`select slot_at as "slotAt" from wake_up_slots where push_due = 1 limit 20`);
}

export function selectDueBatches(db: Db, now: number, limit: number) {
  return db.all<Pick<PushBatch, "id" | "slotAt" | "leaseUntil">>(sql`
    select id, slot_at as "slotAt", lease_until as "leaseUntil" from push_batches where next_attempt_at <= ${now}
    order by next_attempt_at limit ${limit}`);
}

/** The next devices of a zone hour, whether or not their members are due: the claim decides. */
export function selectDevicesAt(db: Db, { timezone, hour, localDate }: ZoneHour, afterId: string, limit: number) {
  const column = isWeekend(localDate) ? pushDevices.weekendHour : pushDevices.weekdayHour;
  return db.all<{ id: string }>(sql`
    select id from push_devices where timezone = ${timezone} and ${column} = ${hour} and id > ${afterId} order by id limit ${limit}`);
}

/** Dates that a slot woke with a session, or would have: a slot that no tick dispatched froze none. */
export function selectWakingDates(db: Db, slotAt: number) {
  const day = (days: number) => new Date(slotAt + days * DAY_MS).toISOString().slice(0, 10);
  const isNear = sql`date between ${day(-1)} and ${day(1)}`;
  return db.all<{ date: string }>(sql`
    select local_date as date from wake_up_mails where slot_at = ${slotAt}
    union select date from (
      select date from content where ${onOffer} and ${isNear} union select date from fallback_mornings where ${isNear}
    ) where exists (select 1 from wake_up_slots where slot_at = ${slotAt} and outcome = 'missed')`);
}

/** A batch's ID begins with its date. */
const dateOfBatch = (id: string) => id.slice(0, 10);

export type NewPushBatch = Pick<PushBatch, "id" | "slotAt" | "localDate" | "deviceIds">;

export function insertPushBatches(db: Db, rows: NewPushBatch[], now: number) {
  return db.run(sql`
    insert into push_batches (id, slot_at, local_date, device_ids, next_attempt_at)
    select value ->> 'id', value ->> 'slotAt', value ->> 'localDate', value ->> 'deviceIds', ${now}
    from json_each(${JSON.stringify(rows)}) where true on conflict (id) do nothing`);
}

export function endCut(db: Db, slotAt: number) {
  return db.run(sql`update wake_up_slots set push_due = 0 where slot_at = ${slotAt}`);
}

/** Returns the batches that no other tick has postponed. */
export function postponePushBatches(db: Db, ids: string[], { now, until }: { now: number; until: number }) {
  return db.all<{ id: string }>(sql`
    update push_batches set next_attempt_at = ${until}
    where id in (select value from json_each(${JSON.stringify(ids)})) and next_attempt_at <= ${now} returning id`);
}

export type Claim = { batchId: string; now: number; leaseUntil: number };

export const deleteOldPushBatches = (db: Db, old: Old) => deleteOldest(db, pushBatches.nextAttemptAt, old);

/** No row while another attempt holds the batch, or past the cutoff: the tick then closes it. */
export function takePushBatch(db: Db, { batchId, now, leaseUntil }: Claim) {
  return db
    .update(pushBatches)
    .set({ leaseUntil, attempts: sql`attempts + 1` })
    .where(sql`id = ${batchId} and lease_until <= ${now} and slot_at >= ${now - CUT_OFF_MS}`)
    .returning();
}

/** A batch's devices `d` whose members `m` are due, and their keys in the deliveries. */
const devicesDue = (
  now: number,
) => sql`push_batches b, json_each(b.device_ids) j cross join push_devices d on d.id = j.value
  cross join members m on m.id = d.member_id and d.created_at <= b.slot_at and ${isMorningDue(sql`b.slot_at`, now)}`;
const deliveriesOf = sql`push_batches b, json_each(b.device_ids) j cross join push_devices d on d.id = j.value
  cross join push_deliveries x on x.day = ${dayOf(sql`b.local_date`)} and x.member_id = d.member_id and x.device_id = d.id`;

/** A claim that has ended counts as unanswered. A device with a result, whose wait isn't over, or in another batch's claim, isn't claimed. */
export function claimDevices(db: Db, { batchId, now, leaseUntil }: Claim) {
  return db.run(sql`
    insert into push_deliveries as x (day, member_id, device_id, state, at)
    select ${dayOf(sql`b.local_date`)}, d.member_id, d.id, ${codeOf("claimed")}, ${leaseUntil} from ${devicesDue(now)}
    where b.id = ${batchId} and b.lease_until = ${leaseUntil}
    on conflict (day, member_id, device_id) do update set state = excluded.state, at = excluded.at
      where ${isOpen} and x.at <= ${now}`);
}

export type ClaimedDevice = Pick<
  typeof pushDevices.$inferSelect,
  "id" | "memberId" | "endpoint" | "p256dh" | "auth" | "kid"
> & { hidesTitles: 0 | 1; streak: number; waitsUntil: number | null };

/** The devices to call now, and those whose wait isn't over, with its end. */
export function selectClaimed(db: Db, { batchId, now, leaseUntil }: Claim) {
  const date = sql`${dateOfBatch(batchId)}`;
  return db.all<ClaimedDevice>(sql`
    select d.id, d.member_id as "memberId", d.endpoint, d.p256dh, d.auth, d.kid, d.hides_titles as "hidesTitles",
      ${streakBefore(date)} as streak, iif(x.state = ${codeOf("claimed")}, null, x.at) as "waitsUntil"
    from ${liveBefore(date)} cross join ${deliveriesOf} cross join members m on m.id = d.member_id
    where b.id = ${batchId} and b.lease_until = ${leaseUntil} and (x.state = ${codeOf("claimed")} and x.at = ${leaseUntil}
      or x.state in (${codeOf("waiting")}, ${codeOf("unanswered")}) and x.at > ${now})`);
}

/** The item that the slot's email has, whether or not anyone gets the email. */
export function selectFrozenItem(db: Db, batchId: string) {
  return db.all<{ title: string; seconds: number | null; fallbackId: string | null }>(sql`
    select c.title, c.duration_seconds as seconds, w.fallback_id as "fallbackId" from push_batches b
    join wake_up_mails w on w.slot_at = b.slot_at and w.local_date = b.local_date join content c on c.id = w.content_id
    where b.id = ${batchId}`);
}

function addCounts(db: Db, counts: SQL) {
  return db.run(sql`
    insert into push_counts (local_date, accepted, gone, refused, missed, unknown) ${counts}
    on conflict (local_date) do update set accepted = accepted + excluded.accepted, gone = gone + excluded.gone,
      refused = refused + excluded.refused, missed = missed + excluded.missed, unknown = unknown + excluded.unknown`);
}

/** `at`: when it came about, or of a device without a final result, when it may be called again. */
export type Result = PushOutcome & Pick<ClaimedDevice, "id" | "memberId" | "endpoint"> & { at: number };
type Recorded = { batch: PushBatch; now: number; results: Result[]; retryAt: number | null };

/** A device that a push service refuses, and hasn't accepted for so long, won't ring again. */
const DEAF_AFTER_MS = 60 * DAY_MS;

/**
 * Statements for one batch, which do nothing once another attempt has the lease. Devices without a final result go into the next attempt. A device
 * that was renewed since its call stays.
 */
export function recordResults(db: Db, { batch, now, results, retryAt }: Recorded) {
  const rows = results.map(({ id, memberId, state, at, endpoint, refusal }) => {
    const mayEnd = state === "gone" || refusal?.startsWith("status");
    return [id, memberId, PUSH_STATES.indexOf(state), at, endpoint, Number(mayEnd ?? false)];
  });
  const list = sql`json_each(${JSON.stringify(rows)}) r`;
  const isHeld = sql`exists (select 1 from push_batches where id = ${batch.id} and lease_until = ${batch.leaseUntil})`;
  const is = (state: PushState) => sql`r.value ->> 2 = ${codeOf(state)}`;
  const countOf = (state: PushState) => results.filter((one) => one.state === state).length;
  const counts = sql`
      select ${batch.localDate}, ${countOf("accepted")}, ${countOf("gone")}, ${countOf("refused")}, 0, 0 where ${isHeld}`;
  return [
    db.run(sql`
      insert into push_deliveries (day, member_id, device_id, state, at)
      select ${dayOf(batch.localDate)}, r.value ->> 1, r.value ->> 0, r.value ->> 2, r.value ->> 3 from ${list} where ${isHeld}
      on conflict (day, member_id, device_id) do update set state = excluded.state, at = excluded.at`),
    db.run(sql`
      update push_devices set accepted_at = ${now}
      from ${list} where push_devices.id = r.value ->> 0 and ${is("accepted")} and ${isHeld}`),
    addCounts(db, counts),
    db.run(sql`
      delete from push_devices where id in (select r.value ->> 0 from ${list} where r.value ->> 5 = 1) and ${isHeld}
        and endpoint in (select r.value ->> 4 from ${list}) and (coalesce(accepted_at, created_at) < ${now - DEAF_AFTER_MS}
          or endpoint in (select r.value ->> 4 from ${list} where ${is("gone")}))`),
    retryAt === null
      ? db.run(sql`delete from push_batches where id = ${batch.id} and lease_until = ${batch.leaseUntil}`)
      : db.run(sql`
          update push_batches set lease_until = ${now}, next_attempt_at = ${retryAt}
          where id = ${batch.id} and lease_until = ${batch.leaseUntil}`),
  ] as const;
}

/** Writes a batch off past the cutoff. A device whose call may have been accepted is unknown, every other missed. */
export function closePushBatch(db: Db, { id, now }: { id: string; now: number }) {
  const isLate = sql`b.id = ${id} and b.lease_until <= ${now}`;
  const [missed, unknown] = [codeOf("missed"), codeOf("unknown")];
  const counts = sql`
      select b.local_date, 0, 0, 0, count(*) filter (where x.state = ${missed}), count(*) filter (where x.state = ${unknown})
      from ${deliveriesOf} where ${isLate} and x.at = ${now} and x.state in (${missed}, ${unknown}) group by b.id`;
  return [
    db.run(sql`
      insert into push_deliveries as x (day, member_id, device_id, state, at)
      select ${dayOf(sql`b.local_date`)}, d.member_id, d.id, ${missed}, ${now} from ${devicesDue(0)} where ${isLate}
      on conflict (day, member_id, device_id) do update set at = excluded.at,
        state = iif(x.state = ${codeOf("waiting")}, ${missed}, ${unknown}) where ${isOpen}`),
    addCounts(db, counts),
    db.delete(pushBatches).where(sql`id = ${id} and lease_until <= ${now}`),
  ] as const;
}

/** Results from before an instant. */
export function deletePushDeliveries(db: Db, { before, limit }: { before: number; limit: number }) {
  const key = sql`day, member_id, device_id`;
  return db.run(sql`
    delete from push_deliveries where (${key}) in (
      select ${key} from push_deliveries where day < ${Math.floor(before / DAY_MS)} order by ${key} limit ${limit})`);
}
