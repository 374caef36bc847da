import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { members } from "#db/schema/members.ts";
import { wakeUpSinceAfter } from "../../account/member/members.queries.ts";

export function stopMails(db: Db, memberId: string, now: number) {
  return db
    .update(members)
    .set({ emailEnabled: false, updatedAt: now })
    .where(and(eq(members.id, memberId), isNull(members.deletedAt), eq(members.emailEnabled, true)))
    .returning({ id: members.id });
}

/** Switches the emails on again if nothing that affects them has changed since the stop; they count from now on. */
export function undoStop(db: Db, memberId: string, stoppedAt: number, now: number) {
  return db
    .update(members)
    .set({ emailEnabled: true, wakeUpSince: wakeUpSinceAfter({ emailEnabled: true }, now), updatedAt: now })
    .where(
      and(
        eq(members.id, memberId),
        isNull(members.deletedAt),
        eq(members.emailEnabled, false),
        eq(members.updatedAt, stoppedAt),
      ),
    )
    .returning({ id: members.id });
}

export function selectMails(db: Db, memberId: string) {
  return db
    .select({ emailEnabled: members.emailEnabled })
    .from(members)
    .where(and(eq(members.id, memberId), isNull(members.deletedAt)));
}
