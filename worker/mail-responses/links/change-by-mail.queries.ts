import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { members } from "#db/schema/members.ts";
import type { planFrom, Waking } from "#domain/rules/weekends.ts";
import type { Member } from "../../account/member/member.ts";
import { isMember, wakeUpSinceAfter } from "../../account/member/members.queries.ts";
import type { Click } from "./undo-value.ts";

export type Planned = Member & Pick<Waking, "plan">;
type Change = Click["before"];
/** What a new hour sets for a member whose weekends differ. */
export type Move = ReturnType<typeof planFrom>;
type How = { now: number; isWanted?: SQL | undefined; move?: Move | undefined };

/** Changes a member only if the row is as it was read: a rate limit was decided on that, so a racing change must win. */
function changeFrom(db: Db, member: Planned, change: Change, { now, isWanted, move }: How) {
  const columns = move ? { wakeUpHour: move.wakeUpHour } : change;
  const isAsRead =
    "wakeUpHour" in change
      ? isOtherHour(member, change.wakeUpHour, move)
      : sql`paused_until is ${member.pausedUntil} and paused_until is not ${change.pausedUntil}`;
  return db
    .update(members)
    .set({ ...columns, wakeUpSince: wakeUpSinceAfter(columns, now, move?.restsUntil), updatedAt: now })
    .where(and(isMember(member.id), isAsRead, isWanted))
    .returning({ id: members.id });
}

function isOtherHour({ wakeUpHour, plan }: Planned, hour: number, move: Move | undefined) {
  if (!move || !plan)
    return sql`wake_up_hour = ${wakeUpHour} and wake_up_hour <> ${hour}
      and not exists (select 1 from wake_up_plans p where p.member_id = members.id)`;
  const { weekdayHour, weekendHour } = move.plan;
  const isOther = weekdayHour !== plan.weekdayHour || weekendHour !== plan.weekendHour;
  return sql`${isOther} and exists (
    select 1 from wake_up_plans p where p.member_id = members.id
      and p.weekday_hour = ${plan.weekdayHour} and p.weekend_hour is ${plan.weekendHour})`;
}

/** Pauses a member's emails until an instant; writes nothing if they're already paused as long. */
export function pauseUntil(db: Db, member: Planned, until: number, now: number) {
  return changeFrom(db, member, { pausedUntil: until }, { now, isWanted: sql`coalesce(paused_until, 0) < ${until}` });
}

export function moveToHour(db: Db, member: Planned, hour: number, now: number, move?: Move) {
  return changeFrom(db, member, { wakeUpHour: hour }, { now, move });
}

/** Undoes a change if nothing that affects emails has changed since. */
export function undoChange(db: Db, member: Planned, { changedAt, before }: Click, now: number, move?: Move) {
  return changeFrom(db, member, before, { now, isWanted: eq(members.updatedAt, changedAt), move });
}
