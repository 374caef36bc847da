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

/** Switches the emails on again; they count from now on. With `stoppedAt`, only if nothing that affects them has changed since. */
export function startMails(db: Db, memberId: string, now: number, stoppedAt?: number) {
  const isUnchanged = stoppedAt === undefined ? undefined : eq(members.updatedAt, stoppedAt);
  return db
    .update(members)
    .set({ emailEnabled: true, wakeUpSince: wakeUpSinceAfter({ emailEnabled: true }, now), updatedAt: now })
    .where(and(isMember(memberId), eq(members.emailEnabled, false), isUnchanged))
    .returning({ id: members.id });
}
