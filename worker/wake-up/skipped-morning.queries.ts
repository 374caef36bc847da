import { sql } from "drizzle-orm";
import type { AuditAction } from "#domain/rules/audit-actions.ts";
import type { Ctx } from "../kernel/context.ts";
import type { BatchRow } from "./batches/batches.queries.ts";
import { claimsOf } from "./deliveries/deliveries.queries.ts";
import { codeOf, dayOf, secondsOf } from "./deliveries/stored-delivery.queries.ts";

const SKIPPED: AuditAction = "mails.skipped";

type Skipped = { actor: string; memberId: string; dates: string[] };

export function recordSkipped({ db, now, requestId }: Ctx, { actor, memberId, dates }: Skipped) {
  return db.run(sql`
    insert into audit (at, actor, action, subject, details, request_id)
    select ${now}, ${actor}, ${SKIPPED}, ${memberId}, json_object('date', j.value), ${requestId}
    from json_each(${JSON.stringify(dates)}) j
    where changes() > 0
      and not exists (select 1 from deliveries where day = ${dayOf(sql`j.value`)} and member_id = ${memberId})`);
}

type NewHour = { date: string; at: number | null };

/** Notes on claims when the new hour begins (in seconds), in case they're released unsent. Runs in the batch of that change. */
export function markClaims({ db, now }: Ctx, memberId: string, hours: NewHour[]) {
  return db.run(sql`
    update deliveries set reason = j.value ->> 'at' / 1000
    from json_each(${JSON.stringify(hours)}) j
    where deliveries.day = ${dayOf(sql`j.value ->> 'date'`)} and deliveries.member_id = ${memberId}
      and deliveries.state = ${codeOf("claimed")}
      and exists (
        select 1 from members m where m.id = ${memberId} and m.updated_at = ${now} and m.wake_up_since >= ${now})`);
}

/** Records members who moved while their batch held them and whose new hour's batch skipped them. Runs before claims are released. */
export function recordSkippedClaims({ db, now, requestId }: Ctx, batch: BatchRow) {
  return db.run(sql`
    insert into audit (at, actor, action, subject, details, request_id)
    select ${now}, 'system', ${SKIPPED}, d.member_id, json_object('date', b.local_date), ${requestId}
    from ${claimsOf(batch)} and cast(d.reason as integer) <= ${secondsOf(now)}
      and not exists (
        select 1 from wake_up_batches n, json_each(n.member_ids) j
        where n.slot_at = cast(d.reason as integer) * 1000 and n.local_date = b.local_date and n.state = 'open'
          and n.key_attempts = 0 and j.value = d.member_id)`);
}
