import { eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { wakeUpBatches } from "#db/schema/wake-up.ts";
import { codeOf, dayOf, deliveriesOfBatch, secondsOf } from "../deliveries/stored-delivery.queries.ts";
import { dueAt, hourOnDate } from "../slots/due-members.queries.ts";

export type AgainState = "failed" | "missed" | "unknown";

const isOneOf = (states: AgainState[]) => sql`d.state in (${sql.join(states.map(codeOf), sql`, `)})`;

export function selectBatch(db: Db, id: string) {
  return db.select().from(wakeUpBatches).where(eq(wakeUpBatches.id, id));
}

/** Whether unknown emails can't be repeated under their key: it's too old, or recipients were emptied or have left. */
function mayNotRepeat(now: number, keysFrom: number): SQL {
  return sql`(b.recipients = '[]' or exists (
    select 1 from json_each(b.recipients) r
    cross join deliveries d on d.day = ${dayOf(sql`b.local_date`)} and d.member_id = r.value ->> 'memberId' and d.batch = b.number
    left join members m on m.id = d.member_id
    where d.state = ${codeOf("unknown")} and (
      d.claimed_at < ${secondsOf(keysFrom)} or m.email is not r.value ->> 'address' or (${dueAt(sql`b.slot_at`, now)}) is not true)))`;
}

type Times = { closesAt: number; nextAttemptAt: number };
type Reopening = { id: string; now: number; keysFrom: number };

/** Returns a row if a batch's unknown emails can be repeated under their key, which rules out a second copy. */
export function selectRepeatable(db: Db, { id, now, keysFrom }: Reopening) {
  return db.all<{ id: string }>(sql`
    select b.id from wake_up_batches b
    where b.id = ${id} and b.state = 'closed' and b.unknown_count > 0 and not ${mayNotRepeat(now, keysFrom)}`);
}

/** Reopens a batch for its unknown emails. Returns no row if another click did so first or it's no longer allowed. */
export function reopenBatch(db: Db, { closesAt, nextAttemptAt, ...of }: Reopening & Times) {
  return db.all<{ id: string }>(sql`
    update wake_up_batches as b
    set state = 'open', closes_at = ${closesAt}, next_attempt_at = ${nextAttemptAt}, lease_until = 0, settled_at = null,
      due_count = due_count - unknown_count, unknown_count = 0
    where b.id = ${of.id} and b.state = 'closed' and b.unknown_count > 0 and not ${mayNotRepeat(of.now, of.keysFrom)}
    returning id`);
}

export function claimUnknown(db: Db, id: string) {
  return db.run(sql`
    update deliveries set state = ${codeOf("claimed")}, reason = null
    where state = ${codeOf("unknown")} and (day, member_id) in (
      select d.day, d.member_id from wake_up_batches b, ${deliveriesOfBatch} where b.id = ${id} and b.state = 'open')`);
}

type Again = Times & { id: string; againId: string; states: AgainState[]; now: number };

/** Creates a batch of the members a settled batch didn't reach who are still due. Returns no row if it exists or would be empty. */
export function insertAgain(db: Db, { id, againId, states, now, closesAt, nextAttemptAt }: Again) {
  return db.all<{ id: string; size: number }>(sql`
    insert into wake_up_batches (id, slot_at, timezone, hour, local_date, member_ids, next_attempt_at, created_at, closes_at)
    select ${againId}, b.slot_at, b.timezone, b.hour, b.local_date, json_group_array(m.id), ${nextAttemptAt}, ${now}, ${closesAt}
    from wake_up_batches b, ${deliveriesOfBatch} cross join members m on m.id = d.member_id
    where b.id = ${id} and b.sent_again_as is null and b.state in ('sent', 'failed', 'closed') and ${isOneOf(states)}
      and m.timezone = b.timezone and ${hourOnDate(sql`b.local_date`)} = b.hour and ${dueAt(sql`b.slot_at`, now)}
    group by b.id
    on conflict (id) do nothing
    returning id, json_array_length(member_ids) as size`);
}

/** Deliveries `d` of batch `b` whose members are in the new batch `again`. */
const deliveriesAgain = sql`wake_up_batches again join wake_up_batches b, json_each(again.member_ids) j
  cross join deliveries d on d.day = ${dayOf(sql`b.local_date`)} and d.member_id = j.value and d.batch = b.number`;

/** Marks the old batch as sent again and moves the new batch's members out of its counts. */
export function markSentAgain(db: Db, { id, againId }: Pick<Again, "id" | "againId">) {
  const moved = (...states: AgainState[]) => sql`(
    select count(*) from ${deliveriesAgain} where again.id = ${againId} and b.id = ${id} and ${isOneOf(states)})`;
  return db.run(sql`
    update wake_up_batches
    set sent_again_as = ${againId},
      due_count = due_count - ${moved("failed", "missed", "unknown")},
      failed_count = failed_count - ${moved("failed")},
      missed_count = missed_count - ${moved("missed")},
      unknown_count = unknown_count - ${moved("unknown")}
    where id = ${id} and sent_again_as is null and exists (select 1 from wake_up_batches again where again.id = ${againId})`);
}

/** Closes the case of a settled batch whose members can no longer get its email: there's no new batch, and nothing to repeat. */
export function markNoOneLeft(db: Db, { id, againId }: Pick<Again, "id" | "againId">) {
  return db.run(sql`
    update wake_up_batches set sent_again_as = id
    where id = ${id} and sent_again_as is null and state <> 'open'
      and not exists (select 1 from wake_up_batches again where again.id = ${againId})`);
}

export function releaseForAgain(db: Db, { id, againId, states }: Pick<Again, "id" | "againId" | "states">) {
  return db.run(sql`
    delete from deliveries
    where (day, member_id) in (
      select d.day, d.member_id from ${deliveriesAgain} where again.id = ${againId} and b.id = ${id} and ${isOneOf(states)})`);
}

/** Returns the ID of the date's item, else of the newest; null if the library is empty. */
export function defaultTestContent(date: string): SQL {
  return sql`coalesce(
    (select id from content where date = ${date} and deleted_at is null),
    (select id from content where deleted_at is null order by date desc limit 1))`;
}
