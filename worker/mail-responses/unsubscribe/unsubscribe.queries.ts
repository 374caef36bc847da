import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { members } from "#db/schema/members.ts";
import { isMember, wakeUpSinceAfter } from "../../account/member/members.queries.ts";

export function stopMails(db: Db, memberId: string, now: number) {
  return db
    .update(members)
    .set({ emailEnabled: false, updatedAt: now })
    .where(and(isMember(memberId), eq(members.emailEnabled, true)))
    .returning({ id: members.id });
}

/** Switches the emails on again if nothing that affects them has changed since the stop; they count from now on. */
export function undoStop(db: Db, memberId: string, stoppedAt: number, now: number) {
  return db
    .update(members)
    .set({ emailEnabled: true, wakeUpSince: wakeUpSinceAfter({ emailEnabled: true }, now), updatedAt: now })
    .where(and(isMember(memberId), eq(members.emailEnabled, false), eq(members.updatedAt, stoppedAt)))
    .returning({ id: members.id });
}
