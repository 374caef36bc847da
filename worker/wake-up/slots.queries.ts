import { and, between, eq, lte, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { wakeUpMails, wakeUpSlots } from "#db/schema/wake-up.ts";
import type { SlotOutcome } from "#domain/rules/mail-states.ts";

// A slot that a tick ahead of time settled has not come yet: whoever joins until then is still to be woken.
const isSettled = sql`(wake_up_slots.outcome is not null and wake_up_slots.settled_at >= wake_up_slots.slot_at)`;

/** The slots from one instant to another, both included, that are settled already: one row read a quarter of an hour. */
export function selectSettledSlots(db: Db, from: number, to: number) {
  return db
    .select({ slotAt: wakeUpSlots.slotAt })
    .from(wakeUpSlots)
    .where(and(between(wakeUpSlots.slotAt, from, to), isSettled));
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

/** Freezes the mail of a slot and local date; the first one to do so wins. */
export function insertWakeUpMail(db: Db, mail: typeof wakeUpMails.$inferInsert) {
  return db.insert(wakeUpMails).values(mail).onConflictDoNothing();
}
