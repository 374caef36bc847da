import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { members } from "#db/schema/members.ts";
import type { Member } from "../../account/member/member.ts";
import { isMember, wakeUpSinceAfter } from "../../account/member/members.queries.ts";
import type { Click } from "./undo-value.ts";

type Change = Click["before"];

/** Changes a member only if the row is as it was read: a rate limit was decided on that, so a racing change must win. */
function changeFrom(db: Db, member: Member, change: Change, { now, isWanted }: { now: number; isWanted?: SQL }) {
  const isAsRead =
    "wakeUpHour" in change
      ? and(eq(members.wakeUpHour, member.wakeUpHour), ne(members.wakeUpHour, change.wakeUpHour))
      : sql`paused_until is ${member.pausedUntil} and paused_until is not ${change.pausedUntil}`;
  return db
    .update(members)
    .set({ ...change, wakeUpSince: wakeUpSinceAfter(change, now), updatedAt: now })
    .where(and(isMember(member.id), isAsRead, isWanted))
    .returning({ id: members.id });
}

/** Pauses a member's emails until an instant; writes nothing if they're already paused as long. */
export function pauseUntil(db: Db, member: Member, until: number, now: number) {
  return changeFrom(db, member, { pausedUntil: until }, { now, isWanted: sql`coalesce(paused_until, 0) < ${until}` });
}

export function moveToHour(db: Db, member: Member, hour: number, now: number) {
  return changeFrom(db, member, { wakeUpHour: hour }, { now });
}

/** Undoes a change if nothing that affects emails has changed since. */
export function undoChange(db: Db, member: Member, { changedAt, before }: Click, now: number) {
  return changeFrom(db, member, before, { now, isWanted: eq(members.updatedAt, changedAt) });
}
