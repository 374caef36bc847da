import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import type { AuditAction } from "#domain/rules/audit-actions.ts";
import { selectDatesOnOffer } from "../content/content.queries.ts";
import type { Ctx } from "../context.ts";
import { dayOf } from "./stored-delivery.queries.ts";

const SKIPPED: AuditAction = "mails.skipped";

type Skipped = { actor: string; memberId: string; date: string };

export function recordSkipped({ db, now, requestId }: Ctx, { actor, memberId, date }: Skipped) {
  return db.run(sql`
    insert into audit (at, actor, action, subject, details, request_id)
    select ${now}, ${actor}, ${SKIPPED}, ${memberId}, ${JSON.stringify({ date })}, ${requestId}
    where changes() > 0 and exists ${selectDatesOnOffer(db, date, date)}
      and not exists (select 1 from deliveries where day = ${dayOf(date)} and member_id = ${memberId})`);
}

/** The mornings whose mails a member's own changes took away, since an instant (epoch ms). */
export function selectSkippedDates(db: Db, memberId: string, since: number) {
  return db.all<{ date: string }>(sql`
    select details ->> 'date' as date from audit
    where subject = ${memberId} and action = ${SKIPPED} and at >= ${since} order by id desc limit 20`);
}
