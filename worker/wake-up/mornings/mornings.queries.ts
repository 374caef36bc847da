import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import type { AuditAction } from "#domain/rules/audit-actions.ts";
import type { DeliveryState } from "#domain/rules/mail-states.ts";
import { dayOf } from "../deliveries/stored-delivery.queries.ts";

type MorningDelivery = { date: string; state: DeliveryState; sentAt: number | null; reason: string | null };

/** A member's deliveries on some dates, by key lookups only. */
export function selectMorningDeliveries(db: Db, memberId: string, dates: string[]) {
  return db.all<MorningDelivery>(sql`
    select d.local_date as date, d.state, d.sent_at as "sentAt", iif(d.state = 'claimed', null, d.reason) as reason
    from json_each(${JSON.stringify(dates)}) j
    cross join wake_up_deliveries d on d.day = ${dayOf(sql`j.value`)} and d.member_id = ${memberId}`);
}

/** The best result of a member's notifications on some dates. */
export function selectMorningPushes(db: Db, memberId: string, dates: string[]) {
  return db.all<{ date: string; state: number }>(sql`
    select j.value as date, max(x.state) as state
    from json_each(${JSON.stringify(dates)}) j
    cross join push_deliveries x on x.day = ${dayOf(sql`j.value`)} and x.member_id = ${memberId} group by j.value`);
}

/** A member's last audited changes, newest first. It takes every kind, so it reads no more rows than it returns. */
export function selectLastChanges(db: Db, memberId: string, limit: number) {
  return db.all<{ at: number; action: AuditAction; details: string | null }>(sql`
    select at, action, details from audit where subject = ${memberId} order by id desc limit ${limit}`);
}

/** The latest slots that no tick dispatched though members were due; usually none. */
export function selectMissedSlots(db: Db, since: number, limit: number) {
  return db.all<{ slotAt: number }>(sql`
    select slot_at as "slotAt" from wake_up_slots
    where outcome = 'missed' and due_count > 0 and settled_at >= ${since} order by settled_at desc limit ${limit}`);
}
