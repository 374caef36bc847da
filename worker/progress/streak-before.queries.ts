import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { onOffer } from "../content/content.queries.ts";

/** The row `live`: the newest day before `date` with a live item. A member who completed nothing since missed that day. */
export function liveBefore(date: SQL): SQL {
  return sql`(select max(content.date) as day from content where ${onOffer} and content.date < ${date}) live`;
}

/**
 * Days in a row up to the day before `date`, as `streakOf` counts them, of member `m` next to `live`; reads no other row. 0 if their last
 * completion is dated later: a member who flew west.
 */
export function streakBefore(date: SQL): SQL {
  return sql`iif(m.last_completed_date between coalesce(live.day, '') and ${date},
    m.current_streak - (m.last_completed_date = ${date}), 0)`;
}

export function selectStreakBefore(db: Db, memberId: string, date: string) {
  const day = sql`${date}`;
  return db.all<{ streak: number }>(sql`
    select ${streakBefore(day)} as streak from ${liveBefore(day)} cross join members m where m.id = ${memberId}`);
}
