import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { members } from "#db/schema/members.ts";
import type { Member } from "../../account/member/member.ts";
import { wakeUpSinceAfter } from "../../account/member/members.queries.ts";
import type { Click } from "./undo-value.ts";

type Change = Click["before"];

/** Changes a member from what was looked up alone: whether it counted was decided by that, so what raced it changes nothing. */
function changeFrom(db: Db, member: Member, change: Change, { now, isWanted }: { now: number; isWanted?: SQL }) {
  const isAsRead =
    "wakeUpHour" in change
      ? and(eq(members.wakeUpHour, member.wakeUpHour), ne(members.wakeUpHour, change.wakeUpHour))
      : sql`paused_until is ${member.pausedUntil} and paused_until is not ${change.pausedUntil}`;
  return db
    .update(members)
    .set({ ...change, wakeUpSince: wakeUpSinceAfter(change, now), updatedAt: now })
    .where(and(eq(members.id, member.id), isNull(members.deletedAt), isAsRead, isWanted))
    .returning({ id: members.id });
}

/** Pauses a member's mails until an instant, and nothing where they are paused as long already. */
export function pauseUntil(db: Db, member: Member, until: number, now: number) {
  return changeFrom(db, member, { pausedUntil: until }, { now, isWanted: sql`coalesce(paused_until, 0) < ${until}` });
}

/** Moves a member to an hour, and nothing where they have it already. */
export function moveToHour(db: Db, member: Member, hour: number, now: number) {
  return changeFrom(db, member, { wakeUpHour: hour }, { now });
}

/** Takes a change back if nothing that mails go by has changed since. */
export function undoChange(db: Db, member: Member, { changedAt, before }: Click, now: number) {
  return changeFrom(db, member, before, { now, isWanted: eq(members.updatedAt, changedAt) });
}
