import { between, eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { wakeUpMails, wakeUpSlots } from "#db/schema/wake-up.ts";
import type { SlotOutcome } from "#domain/rules/mail-states.ts";
import { onOffer } from "../../content/content.queries.ts";
import { dayOf } from "../deliveries/stored-delivery.queries.ts";
import { dueAt, hourColumn, isWeekendDate } from "./due-members.queries.ts";
import type { ZoneHour } from "./slots.ts";

// A slot settled by an early tick hasn't begun yet: members who join before it does must still be woken.
const isSettled = sql`(wake_up_slots.outcome is not null and wake_up_slots.settled_at >= wake_up_slots.slot_at)`;

/** Returns slots with a row in a range, ends included, and whether they're settled; reads one row each. */
export function selectStartedSlots(db: Db, from: number, to: number) {
  return db
    .select({ slotAt: wakeUpSlots.slotAt, isSettled: sql<number>`${isSettled}` })
    .from(wakeUpSlots)
    .where(between(wakeUpSlots.slotAt, from, to));
}

/** Leases a slot for one tick. Returns no row while another holds it or once it's settled. */
export function leaseSlot(db: Db, slotAt: number, now: number, until: number) {
  return db.all<{ slotAt: number }>(sql`
    insert into wake_up_slots (slot_at, lease_until) values (${slotAt}, ${until})
    on conflict (slot_at) do update set lease_until = ${until} where not ${isSettled} and wake_up_slots.lease_until <= ${now}
    returning slot_at as "slotAt"`);
}

/** By a range, so that it's a search for one row. */
const hasDevices = sql`exists (select 1 from push_devices where id > '')`;

type Settled = { outcome: SlotOutcome; dueCount: number; settledAt: number };

export function settleSlot(db: Db, slotAt: number, settled: Settled) {
  return db
    .update(wakeUpSlots)
    .set({ ...settled, leaseUntil: 0, pushDue: hasDevices })
    .where(eq(wakeUpSlots.slotAt, slotAt));
}

/** Records slots no tick dispatched in time: one row each, no deliveries. */
export function insertMissedSlots(db: Db, instants: number[], now: number) {
  return db.run(sql`
    insert into wake_up_slots (slot_at, outcome, settled_at, push_due)
    select value, 'missed', ${now}, ${hasDevices} from json_each(${JSON.stringify(instants)}) where true
    on conflict (slot_at) do update set outcome = 'missed', settled_at = excluded.settled_at, push_due = excluded.push_due
    where not ${isSettled} and wake_up_slots.lease_until <= ${now}`);
}

/** Counts on a missed slot the members who were due and have no email for that morning, if there was content or a fallback to send. */
export function countMissed(db: Db, slotAt: number, zoneHours: ZoneHour[]) {
  const localDate = sql`z.value ->> 'localDate'`;
  const missedOn = (onWeekends: boolean) => sql`(
    select count(*) from json_each(${JSON.stringify(zoneHours)}) z
    cross join members m on m.timezone = z.value ->> 'timezone' and ${hourColumn(onWeekends)} = z.value ->> 'hour'
    where ${isWeekendDate(localDate)} = ${onWeekends} and ${dueAt(slotAt, slotAt)}
      and (exists (select 1 from content where ${onOffer} and content.date = ${localDate})
        or exists (select 1 from fallback_mornings f where f.date = ${localDate}))
      and not exists (select 1 from deliveries d where d.day = ${dayOf(localDate)} and d.member_id = m.id))`;
  return db.run(sql`
    update wake_up_slots set due_count = ${missedOn(false)} + ${missedOn(true)}
    where slot_at = ${slotAt} and outcome = 'missed'`);
}

/** Freezes the email of a slot and local date; the first write wins. */
export function insertWakeUpMail(db: Db, mail: typeof wakeUpMails.$inferInsert) {
  return db.insert(wakeUpMails).values(mail).onConflictDoNothing();
}
