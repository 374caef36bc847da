import { eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { wakeUpBatches } from "#db/schema/wake-up.ts";
import { codeOf, dayOf, deliveriesOfBatch, secondsOf } from "../deliveries/stored-delivery.queries.ts";
import { dueAt } from "../slots/due-members.queries.ts";

/** What of a settled batch can be tried again. */
export type AgainState = "failed" | "missed" | "unknown";

const isOneOf = (states: AgainState[]) => sql`d.state in (${sql.join(states.map(codeOf), sql`, `)})`;

export function selectBatch(db: Db, id: string) {
  return db.select().from(wakeUpBatches).where(eq(wakeUpBatches.id, id));
}

/**
 * Whether a batch's mails of unknown outcome must not go out a second time under their key: it is too old, the recipients are
 * kept no longer, or somebody of them has left since.
 */
function mayNotRepeat(now: number, keysFrom: number): SQL {
  return sql`(b.recipients = '[]' or exists (
    select 1 from json_each(b.recipients) r
    cross join deliveries d on d.day = ${dayOf(sql`b.local_date`)} and d.member_id = r.value ->> 'memberId' and d.batch = b.number
    left join members m on m.id = d.member_id
    where d.state = ${codeOf("unknown")} and (
      d.claimed_at < ${secondsOf(keysFrom)} or m.email is not r.value ->> 'address' or (${dueAt(sql`b.slot_at`, now)}) is not true)))`;
}

type Reopening = { id: string; now: number; keysFrom: number };

/** A row when a batch's unknown mails can be repeated under their key, which makes a second copy impossible. */
export function selectRepeatable(db: Db, { id, now, keysFrom }: Reopening) {
  return db.all<{ id: string }>(sql`
    select b.id from wake_up_batches b
    where b.id = ${id} and b.state = 'closed' and b.unknown_count > 0 and not ${mayNotRepeat(now, keysFrom)}`);
}

/** Opens a batch again for its unknown mails. Answers no row when another click has done so or it may not be any more. */
export function reopenBatch(
  db: Db,
  { closesAt, nextAttemptAt, ...of }: Reopening & { closesAt: number; nextAttemptAt: number },
) {
  return db.all<{ id: string }>(sql`
    update wake_up_batches as b
    set state = 'open', closes_at = ${closesAt}, next_attempt_at = ${nextAttemptAt}, lease_until = 0, settled_at = null,
      due_count = due_count - unknown_count, unknown_count = 0
    where b.id = ${of.id} and b.state = 'closed' and b.unknown_count > 0 and not ${mayNotRepeat(of.now, of.keysFrom)}
    returning id`);
}

/** Binds the unknown mails of a batch that was opened again to its key once more. */
export function claimUnknown(db: Db, id: string) {
  return db.run(sql`
    update deliveries set state = ${codeOf("claimed")}, reason = null
    where state = ${codeOf("unknown")} and (day, member_id) in (
      select d.day, d.member_id from wake_up_batches b, ${deliveriesOfBatch} where b.id = ${id} and b.state = 'open')`);
}

type Again = {
  id: string;
  againId: string;
  states: AgainState[];
  now: number;
  closesAt: number;
  nextAttemptAt: number;
};

/** Makes a batch of those whom a settled one did not reach and who are still due; none when it was made before, or of nobody. */
export function insertAgain(db: Db, { id, againId, states, now, closesAt, nextAttemptAt }: Again) {
  return db.all<{ id: string; size: number }>(sql`
    insert into wake_up_batches (id, slot_at, timezone, hour, local_date, member_ids, next_attempt_at, created_at, closes_at)
    select ${againId}, b.slot_at, b.timezone, b.hour, b.local_date, json_group_array(m.id), ${nextAttemptAt}, ${now}, ${closesAt}
    from wake_up_batches b, ${deliveriesOfBatch} cross join members m on m.id = d.member_id
    where b.id = ${id} and b.sent_again_as is null and b.state in ('sent', 'failed', 'closed') and ${isOneOf(states)}
      and m.timezone = b.timezone and m.wake_up_hour = b.hour and ${dueAt(sql`b.slot_at`, now)}
    group by b.id
    on conflict (id) do nothing
    returning id, json_array_length(member_ids) as size`);
}

/** The deliveries `d` of a batch `b` whose members the new batch `again` holds. */
const heldAgain = sql`wake_up_batches again join wake_up_batches b, json_each(again.member_ids) j
  cross join deliveries d on d.day = ${dayOf(sql`b.local_date`)} and d.member_id = j.value and d.batch = b.number`;

/** Of the batch behind them: those who are in the new one are that one's to count. */
export function markSentAgain(db: Db, { id, againId }: Pick<Again, "id" | "againId">) {
  const moved = (...states: AgainState[]) => sql`(
    select count(*) from ${heldAgain} where again.id = ${againId} and b.id = ${id} and ${isOneOf(states)})`;
  return db.run(sql`
    update wake_up_batches
    set sent_again_as = ${againId},
      due_count = due_count - ${moved("failed", "missed", "unknown")},
      failed_count = failed_count - ${moved("failed")},
      missed_count = missed_count - ${moved("missed")},
      unknown_count = unknown_count - ${moved("unknown")}
    where id = ${id} and sent_again_as is null and exists (select 1 from wake_up_batches again where again.id = ${againId})`);
}

/** Gives up their deliveries, so that the new batch can claim them. */
export function releaseForAgain(db: Db, { id, againId, states }: Pick<Again, "id" | "againId" | "states">) {
  return db.run(sql`
    delete from deliveries
    where (day, member_id) in (
      select d.day, d.member_id from ${heldAgain} where again.id = ${againId} and b.id = ${id} and ${isOneOf(states)})`);
}

/** The id of a date's item, else of the newest one; null in an empty library. */
export function defaultTestContent(date: string): SQL {
  return sql`coalesce(
    (select id from content where date = ${date} and deleted_at is null),
    (select id from content where deleted_at is null order by date desc limit 1))`;
}
