import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { deliveryMonths, wakeUpBatches, wakeUpMails, wakeUpSlots } from "#db/schema/wake-up.ts";
import { deleteOldest, type Old } from "../../kernel/delete-oldest.queries.ts";
import { ONLY } from "../../mail/dispatcher.queries.ts";
import { codeOf, dayOf, WAS_SENT } from "./stored-delivery.queries.ts";

export function emptySettledBatches(db: Db, of: { settledUpTo: number; slotsUpTo: number; limit: number }) {
  return db.run(sql`
    update wake_up_batches set recipients = '[]', member_ids = '[]'
    where id in (
      select id from wake_up_batches
      where settled_at is not null and member_ids <> '[]' and settled_at <= ${of.settledUpTo} and slot_at <= ${of.slotsUpTo}
      order by settled_at limit ${of.limit})`);
}

export function selectRetention(db: Db) {
  return db.all<{ oldest: string | null; countedMonth: string | null; countedUpTo: string | null }>(sql`
    select (select date(min(day) * 86400, 'unixepoch') from deliveries) as oldest,
      counted_month as "countedMonth", counted_up_to as "countedUpTo"
    from (select ${ONLY} as id) left join dispatcher using (id)`);
}

export function selectLastOfSlice(db: Db, { after, size }: { after: string; size: number }) {
  return db.all<{ id: string }>(sql`
    select id from (select id from members where id > ${after} order by id limit ${size}) order by id desc limit 1`);
}

type Slice = { month: string; from: string; before: string; after: string; upTo: string | null };

/** Counts what members in a slice were sent in a month. A null `upTo` covers all remaining members. */
export function countSlice(db: Db, { month, from, before, after, upTo }: Slice) {
  return db.run(sql`
    insert into delivery_months (month, member_id, sent, not_sent)
    with recursive days(day) as (select ${dayOf(from)} union all select day + 1 from days where day + 1 < ${dayOf(before)})
    select ${month}, d.member_id, sum(${WAS_SENT}),
      sum(d.state in (${codeOf("failed")}, ${codeOf("missed")}, ${codeOf("unknown")}))
    from days cross join deliveries d on d.day = days.day and d.member_id > ${after} and d.member_id <= ${upTo ?? "\u{10ffff}"}
    group by d.member_id
    on conflict (month, member_id) do nothing`);
}

export const deleteMonths = (db: Db, old: Old) =>
  deleteOldest(db, deliveryMonths.month, old, { key: sql`month, member_id` });

export function recordCounted(db: Db, { month, upTo }: { month: string | null; upTo: string | null }) {
  return db.run(sql`
    insert into dispatcher (id, counted_month, counted_up_to) values (${ONLY}, ${month}, ${upTo})
    on conflict (id) do update set counted_month = excluded.counted_month, counted_up_to = excluded.counted_up_to`);
}

export function deleteDeliveries(db: Db, { date, limit }: { date: string; limit: number }) {
  return db.run(sql`
    delete from deliveries where day = ${dayOf(date)} and member_id <= coalesce(
      (select member_id from deliveries where day = ${dayOf(date)} order by member_id limit 1 offset ${limit - 1}), ${"\u{10ffff}"})`);
}

export const deleteBatches = (db: Db, old: Old) =>
  deleteOldest(db, wakeUpBatches.localDate, old, { where: sql`state <> 'open'` });

export function deleteMailsAndSlots(db: Db, old: Old) {
  return [
    deleteOldest(db, wakeUpMails.slotAt, old, { key: sql`slot_at, local_date` }),
    deleteOldest(db, wakeUpSlots.slotAt, old, { key: sql`slot_at` }),
  ] as const;
}
