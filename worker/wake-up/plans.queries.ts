import { asc, eq, gt, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { members } from "#db/schema/members.ts";
import { wakeUpPlans } from "#db/schema/wake-up.ts";
import { NO_HOUR } from "#domain/rules/week-hours.ts";

export type PlanRow = Awaited<ReturnType<typeof selectPlans>>[number];

/** The next plans in order of members, with what the members' rows hold. */
export function selectPlans(db: Db, afterMember: string, limit: number) {
  const { memberId, weekdayHour, weekendHour } = wakeUpPlans;
  const { wakeUpHour, wakeUpSince, timezone } = members;
  return db
    .select({ memberId, weekdayHour, weekendHour, wakeUpHour, wakeUpSince, timezone })
    .from(wakeUpPlans)
    .innerJoin(members, eq(members.id, memberId))
    .where(gt(memberId, afterMember))
    .orderBy(asc(memberId))
    .limit(limit);
}

/** Statements for one batch. In a plan, null meant no email, and `wakeUpSince` was ahead while a weekend without email lasted. */
export function takeOver(db: Db, memberIds: string[], now: number) {
  const ids = sql`(select value from json_each(${JSON.stringify(memberIds)}))`;
  return [
    db.run(sql`
      update members set wake_up_hour = p.weekday_hour, weekend_hour = coalesce(p.weekend_hour, ${NO_HOUR}),
        wake_up_since = min(members.wake_up_since, ${now})
      from wake_up_plans p
      where p.member_id in ${ids} and members.id = p.member_id`),
    db.run(sql`delete from wake_up_plans where member_id in ${ids}`),
  ] as const;
}
