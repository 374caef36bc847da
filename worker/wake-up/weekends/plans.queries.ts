import { and, asc, eq, lte, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { members } from "#db/schema/members.ts";
import { wakeUpPlans } from "#db/schema/wake-up.ts";
import type { Held, WakeUpPlan } from "#domain/rules/weekends.ts";
import { wakeUpSinceAfter } from "../../account/member/members.queries.ts";

export function selectPlan(db: Db, memberId: string) {
  return db.select().from(wakeUpPlans).where(eq(wakeUpPlans.memberId, memberId));
}

const isChanged = (memberId: string, now: number) =>
  sql`exists (select 1 from members m where m.id = ${memberId} and m.updated_at = ${now})`;

function savePlan(db: Db, memberId: string, { weekdayHour, weekendHour, nextChangeAt }: WakeUpPlan, now: number) {
  return db.run(sql`
    insert into wake_up_plans (member_id, weekday_hour, weekend_hour, next_change_at)
    select ${memberId}, ${weekdayHour}, ${weekendHour}, ${nextChangeAt} where ${isChanged(memberId, now)}
    on conflict (member_id) do update set weekday_hour = excluded.weekday_hour, weekend_hour = excluded.weekend_hour,
      next_change_at = excluded.next_change_at`);
}

/** Put it at the end of the batch that changes the member at `now`. Null deletes the plan, undefined leaves it. */
export function writePlan(db: Db, memberId: string, plan: WakeUpPlan | null | undefined, now: number) {
  if (plan === undefined) return [];
  if (plan !== null) return [savePlan(db, memberId, plan, now)];
  return [db.run(sql`delete from wake_up_plans where member_id = ${memberId} and ${isChanged(memberId, now)}`)];
}

export function selectPlansDue(db: Db, now: number, limit: number) {
  const { memberId, weekdayHour, weekendHour, nextChangeAt } = wakeUpPlans;
  const { wakeUpHour, timezone } = members;
  return db
    .select({ memberId, weekdayHour, weekendHour, nextChangeAt, wakeUpHour, timezone })
    .from(wakeUpPlans)
    .innerJoin(members, eq(members.id, memberId))
    .where(and(sql`next_change_at is not null`, lte(nextChangeAt, now)))
    .orderBy(asc(nextChangeAt))
    .limit(limit);
}

type Due = Awaited<ReturnType<typeof selectPlansDue>>[number];
/** A plan as it was read, and what holds from now on. */
export type Turn = { plan: Due; held: Omit<Held, "nextChangeAt"> & { nextChangeAt: number | null } };

/** Leaves out plans that have changed since they were read, and members who have moved. */
const ofTurns = (turns: Turn[]) => sql`json_each(${JSON.stringify(turns)}) j
  join wake_up_plans p on p.member_id = j.value ->> '$.plan.memberId' and p.next_change_at = j.value ->> '$.plan.nextChangeAt'
    and p.weekday_hour = j.value ->> '$.plan.weekdayHour' and p.weekend_hour is j.value ->> '$.plan.weekendHour'
  join members m on m.id = p.member_id and m.timezone = j.value ->> '$.plan.timezone'`;

/** Sets members' hours and how long their emails pause. */
export function turnHours(db: Db, turns: Turn[], now: number) {
  const [hour, restsUntil] = [sql`j.value ->> '$.held.wakeUpHour'`, sql`j.value ->> '$.held.restsUntil'`];
  return db.run(sql`
    update members set wake_up_hour = ${hour}, wake_up_since = max(${wakeUpSinceAfter({ wakeUpHour: hour }, now)}, coalesce(${restsUntil}, 0))
    from ${ofTurns(turns)}
    where members.id = m.id and (members.wake_up_hour <> ${hour} or members.wake_up_since < ${restsUntil})`);
}

/** Follows `turnHours` in its batch. */
export function postponePlans(db: Db, turns: Turn[]) {
  return db.run(sql`
    update wake_up_plans set next_change_at = j.value ->> '$.held.nextChangeAt'
    from ${ofTurns(turns)}
    where wake_up_plans.member_id = p.member_id`);
}
