import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { members } from "#db/schema/members.ts";
import { openDates } from "#domain/rules/open-dates.ts";
import type { WeekHours } from "#domain/rules/week-hours.ts";
import type { Member } from "../../account/member/member.ts";
import { isMember, wakeUpSinceAfter } from "../../account/member/members.queries.ts";
import { CUT_OFF_MS } from "../../wake-up/slots/slots.ts";

type Change = WeekHours | { pausedUntil: number | null };
type How = { now: number; isWanted?: SQL | undefined };

/** Changes a member only if the row is as it was read: a rate limit was decided on that, so a racing change must win. */
function changeFrom(db: Db, member: Member, change: Change, { now, isWanted }: How) {
  const isAsRead =
    "pausedUntil" in change
      ? sql`paused_until is ${member.pausedUntil} and paused_until is not ${change.pausedUntil}`
      : sql`wake_up_hour = ${member.wakeUpHour} and weekend_hour is ${member.weekendHour}
          and (wake_up_hour <> ${change.wakeUpHour} or weekend_hour is not ${change.weekendHour})`;
  const open = openDates(member.timezone, { now, cutOffMs: CUT_OFF_MS });
  return db
    .update(members)
    .set({ ...change, wakeUpSince: wakeUpSinceAfter({ ...change, openDates: open }, now), updatedAt: now })
    .where(and(isMember(member.id), isAsRead, isWanted))
    .returning({ id: members.id });
}

/** Pauses a member's emails until an instant; writes nothing if they're already paused as long. */
export function pauseUntil(db: Db, member: Member, until: number, now: number) {
  return changeFrom(db, member, { pausedUntil: until }, { now, isWanted: sql`coalesce(paused_until, 0) < ${until}` });
}

export function moveHours(db: Db, member: Member, moved: WeekHours, now: number) {
  return changeFrom(db, member, moved, { now });
}

/** Undoes the change made at `changedAt` if nothing that affects emails has changed since. */
export function undoChange(
  db: Db,
  member: Member,
  before: Change,
  { now, changedAt }: { now: number; changedAt: number },
) {
  return changeFrom(db, member, before, { now, isWanted: eq(members.updatedAt, changedAt) });
}
