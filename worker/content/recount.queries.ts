import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { completedDate, dayOf, onOffer } from "./content.queries.ts";

/** The days of a member's completions, as `day`. */
export const completionsOf = (memberId: SQL) => sql`(
  select ${completedDate} as day from member_progress p where member_id = ${memberId} and completed_day is not null
  union all
  select completed_date from repeats where member_id = ${memberId} and completed_date is not null)`;

/**
 * Sets how many completions a member has, the last day, and the days in a row up to it, as `streakOf` counts them. Reads each completion
 * once, and the library with the member's days from the last one back to the newest they missed: 3 rows for each day of a streak.
 */
export function recount(db: Db, memberId: SQL, isNeeded: SQL) {
  const lastDay = sql`max(
    coalesce((select date(max(completed_day) * 86400, 'unixepoch') from member_progress where member_id = ${memberId}), ''),
    coalesce((select max(completed_date) from repeats where member_id = ${memberId}), ''))`;
  const lastMissedDay = sql`(
    select content.date from content
    where ${onOffer} and content.date < ${lastDay}
      and not exists (select 1 from member_progress p where p.member_id = ${memberId} and p.completed_day = ${dayOf(sql`content.date`)})
      and not exists (select 1 from repeats r where r.member_id = ${memberId}
        and r.morning between date(content.date, '-1 day') and content.date and r.completed_date = content.date)
    order by content.date desc limit 1)`;
  return db.all<{ id: string }>(sql`
    update members set (items_completed, last_completed_date, current_streak) = (
      select count(*), max(day), count(distinct iif(day > coalesce(${lastMissedDay}, ''), day, null))
      from ${completionsOf(memberId)})
    where ${isNeeded}
    returning id`);
}
