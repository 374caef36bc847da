import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import type { AuditAction } from "#domain/rules/audit-actions.ts";
import type { Ctx } from "../context.ts";
import { dayOf } from "./stored-delivery.queries.ts";

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

/** The mornings whose mails a member's own changes took away, since an instant (epoch ms). */
export function selectSkippedDates(db: Db, memberId: string, since: number) {
  return db.all<{ date: string }>(sql`
    select details ->> 'date' as date from audit
    where subject = ${memberId} and action = ${SKIPPED} and at >= ${since} order by id desc limit 20`);
}
