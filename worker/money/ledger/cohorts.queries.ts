import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { DAY_MS } from "#domain/durations.ts";
import { addMonths } from "#domain/rules/calendar-days.ts";
import { COHORT_MONTHS, monthBounds } from "#domain/rules/money-months.ts";

/** The longest that its last beginner is behind a month: 28 days count as 31, and a day for the hour of PayPal's next charge. */
const MARGIN_MS = 4 * DAY_MS;

/** A month's beginners, and how many stayed (JSON of a `Cohort`). Reads only the rows of subscriptions that started in the month. */
export function selectCohort(db: Db, month: string, now: number) {
  const { from, before } = monthBounds(month);
  const stayed = COHORT_MONTHS.map((months) => {
    if (monthBounds(addMonths(month, months)).before + MARGIN_MS > now) return sql`null`;
    const then = sql`unixepoch(began / 1000, 'unixepoch', ${`+${months} months`}, '+1 day') * 1000`;
    return sql`coalesce(sum(exists (
      select 1 from access_grants g where g.member_id = b.member_id and g.source = 'subscription'
        and g.starts_at <= ${then} and min(g.until, coalesce(g.ended_at, g.until)) > ${then})), 0)`;
  });
  return db.all<{ cohort: string }>(sql`
    select json_object('began', count(*), 'stayed', json_array(${sql.join(stayed, sql`, `)})) as cohort from (
      select s.member_id, min(s.starts_at) as began from subscriptions s
      where s.starts_at >= ${from} and s.starts_at < ${before}
        and exists (select 1 from payments p where p.subscription_id = s.id)
        and not exists (
          select 1 from payments p where p.member_id = s.member_id and p.paid_at < s.starts_at
            and p.subscription_id is not null and p.subscription_id <> s.id)
      group by s.member_id) b`);
}
