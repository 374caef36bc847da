import { and, between, eq, lte, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { wakeUpMails, wakeUpSlots } from "#db/schema/wake-up.ts";
import type { SlotOutcome } from "#domain/rules/mail-states.ts";
import { onOffer } from "../../content/content.queries.ts";
import { dayOf } from "../deliveries/stored-delivery.queries.ts";
import { dueAt } from "./due-members.queries.ts";
import type { ZoneHour } from "./slots.ts";

// A slot that a tick ahead of time settled has not come yet: whoever joins until then is still to be woken.
const isSettled = sql`(wake_up_slots.outcome is not null and wake_up_slots.settled_at >= wake_up_slots.slot_at)`;

/** The slots from one instant to another, both included, that have a row, and whether they are settled: one row read each. */
export function selectBegunSlots(db: Db, from: number, to: number) {
  return db
    .select({ slotAt: wakeUpSlots.slotAt, isSettled: sql<number>`${isSettled}` })
    .from(wakeUpSlots)
    .where(between(wakeUpSlots.slotAt, from, to));
}

/** Takes a slot for one tick; answers no row while another holds it or once it is settled. */
export function leaseSlot(db: Db, slotAt: number, now: number, until: number) {
  return db
    .insert(wakeUpSlots)
    .values({ slotAt, leaseUntil: until })
    .onConflictDoUpdate({
      target: wakeUpSlots.slotAt,
      set: { leaseUntil: until },
      setWhere: and(sql`not ${isSettled}`, lte(wakeUpSlots.leaseUntil, now)),
    })
    .returning({ slotAt: wakeUpSlots.slotAt });
}

/** The same for a slot that was missed and that an administrator sends after all. */
export function leaseMissedSlot(db: Db, slotAt: number, now: number, until: number) {
  return db
    .update(wakeUpSlots)
    .set({ leaseUntil: until })
    .where(and(eq(wakeUpSlots.slotAt, slotAt), eq(wakeUpSlots.outcome, "missed"), lte(wakeUpSlots.leaseUntil, now)))
    .returning({ slotAt: wakeUpSlots.slotAt });
}

/** Gives back a missed slot whose sending failed, unless another lease has begun. */
export function releaseMissedSlot(db: Db, slotAt: number, until: number) {
  return db
    .update(wakeUpSlots)
    .set({ leaseUntil: 0 })
    .where(and(eq(wakeUpSlots.slotAt, slotAt), eq(wakeUpSlots.outcome, "missed"), eq(wakeUpSlots.leaseUntil, until)));
}

export function settleSlot(
  db: Db,
  slotAt: number,
  settled: { outcome: SlotOutcome; dueCount: number; settledAt: number },
) {
  return db
    .update(wakeUpSlots)
    .set({ ...settled, leaseUntil: 0 })
    .where(eq(wakeUpSlots.slotAt, slotAt));
}

/** Records slots that no tick dispatched in time: one row each, no deliveries. */
export function insertMissedSlots(db: Db, instants: number[], now: number) {
  return db.run(sql`
    insert into wake_up_slots (slot_at, outcome, settled_at)
    select value, 'missed', ${now} from json_each(${JSON.stringify(instants)}) where true
    on conflict (slot_at) do update set outcome = 'missed', settled_at = excluded.settled_at
    where not ${isSettled} and wake_up_slots.lease_until <= ${now}`);
}

/** Notes on a missed slot who was due at it and has no mail of that morning, where there was content or a fallback to wake them for. */
export function countMissed(db: Db, slotAt: number, zoneHours: ZoneHour[]) {
  return db.run(sql`
    update wake_up_slots set due_count = (
      select count(*) from json_each(${JSON.stringify(zoneHours)}) z
      cross join members m on m.timezone = z.value ->> 'timezone' and m.wake_up_hour = z.value ->> 'hour'
      where ${dueAt(slotAt, slotAt)}
        and (exists (select 1 from content where ${onOffer} and content.date = z.value ->> 'localDate')
          or exists (select 1 from fallback_mornings f where f.date = z.value ->> 'localDate'))
        and not exists (
          select 1 from deliveries d where d.day = ${dayOf(sql`z.value ->> 'localDate'`)} and d.member_id = m.id))
    where slot_at = ${slotAt} and outcome = 'missed'`);
}

/** Freezes the mail of a slot and local date; the first one to do so wins. */
export function insertWakeUpMail(db: Db, mail: typeof wakeUpMails.$inferInsert) {
  return db.insert(wakeUpMails).values(mail).onConflictDoNothing();
}
