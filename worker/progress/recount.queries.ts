import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { isItem, onOffer } from "../content/content.queries.ts";
import type { Save } from "./save-progress.queries.ts";

/**
 * Sets how many completions a member has, the last day, and the days in a row up to it, as `streakOf` counts them. Reads each completion
 * once, and the library with the member's days from the last one back to the newest they missed: 3 rows for each day of a streak.
 */
function recount(db: Db, memberId: string, isNeeded: SQL) {
  const completions = sql`(
    select completed_date as day from progress where member_id = ${memberId} and completed_date is not null
    union all
    select completed_date from repeats where member_id = ${memberId} and completed_date is not null)`;
  const lastDay = sql`max(
    coalesce((select max(completed_date) from progress where member_id = ${memberId}), ''),
    coalesce((select max(completed_date) from repeats where member_id = ${memberId}), ''))`;
  const lastMissedDay = sql`(
    select content.date from content
    where ${onOffer} and content.date < ${lastDay}
      and not exists (select 1 from progress p where p.member_id = ${memberId} and p.completed_date = content.date)
      and not exists (select 1 from repeats r where r.member_id = ${memberId}
        and r.morning between date(content.date, '-1 day') and content.date and r.completed_date = content.date)
    order by content.date desc limit 1)`;
  return db.all<{ id: string }>(sql`
    update members set (items_completed, last_completed_date, current_streak) = (
      select count(*), max(day), count(distinct iif(day > coalesce(${lastMissedDay}, ''), day, null))
      from ${completions})
    where id = ${memberId} and ${isNeeded}
    returning id`);
}

/** Recounts a member's completions if the save in the same batch completed something; returns a row if so. */
export function recountAfterSave(db: Db, { id, memberId, ref, day }: Pick<Save, "id" | "memberId" | "ref" | "day">) {
  return recount(
    db,
    memberId,
    sql`(exists (select 1 from progress p where p.member_id = ${memberId} and p.completed_by = ${id}
        and p.content_id in (select content.id from content where ${isItem(ref)}))
      or exists (select 1 from repeats r where r.member_id = ${memberId}
        and r.morning between date(${day}, '-1 day') and ${day} and r.completed_by = ${id}))`,
  );
}

/** Recounts a member's completions if they changed; returns a row if so. */
export function recountAfterUndoing(db: Db, memberId: string) {
  const completions = sql`(select count(*) from progress where member_id = ${memberId} and completed_date is not null)
    + (select count(*) from repeats where member_id = ${memberId} and completed_date is not null)`;
  return recount(db, memberId, sql`items_completed <> ${completions}`);
}
