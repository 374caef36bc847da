import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { members } from "#db/schema/members.ts";
import { wakeUpSinceAfter } from "../../account/member/members.queries.ts";

type Change = { wakeUpHour: number } | { pausedUntil: number | null };

function changeWhere(
  db: Db,
  id: string,
  change: Change,
  { now, isWanted }: { now: number; isWanted: SQL | undefined },
) {
  return db
    .update(members)
    .set({ ...change, wakeUpSince: wakeUpSinceAfter(change, now), updatedAt: now })
    .where(and(eq(members.id, id), isNull(members.deletedAt), isWanted))
    .returning({ id: members.id });
}

/** Pauses a member's mails until an instant, and nothing where they are paused as long already. */
export function pauseUntil(db: Db, id: string, until: number, now: number) {
  return changeWhere(db, id, { pausedUntil: until }, { now, isWanted: sql`coalesce(paused_until, 0) < ${until}` });
}

/** Moves a member to an hour, and nothing where they have it already. */
export function moveToHour(db: Db, id: string, hour: number, now: number) {
  return changeWhere(db, id, { wakeUpHour: hour }, { now, isWanted: ne(members.wakeUpHour, hour) });
}

/** Takes a change back if nothing that mails go by has changed since. */
export function undoChange(db: Db, id: string, before: Change, { changedAt, now }: { changedAt: number; now: number }) {
  return changeWhere(db, id, before, { now, isWanted: eq(members.updatedAt, changedAt) });
}
