import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { suppressions } from "#db/schema/mail-events.ts";
import { members } from "#db/schema/members.ts";
import { wakeUpSinceAfter } from "../../account/member/members.queries.ts";

/** Records that a member asks to try their address again; the first request stays. */
export function recordAsking(db: Db, id: string, now: number) {
  return db
    .update(members)
    .set({ suppressionAskedAt: now })
    .where(and(eq(members.id, id), sql`suppressed_at is not null and suppression_asked_at is null`));
}

export function liftFromAddress(db: Db, addressHash: string, now: number) {
  return db
    .update(suppressions)
    .set({ liftedAt: now })
    .where(and(eq(suppressions.addressHash, addressHash), isNull(suppressions.liftedAt)));
}

/** Lifts a member's suppression; wake-up emails count from now on. */
export function liftFromMember(db: Db, id: string, now: number) {
  const nothing = { suppressedAt: null, suppressionReason: null, suppressionAskedAt: null, fullBounces: 0 };
  return db
    .update(members)
    .set({ ...nothing, wakeUpSince: wakeUpSinceAfter({ suppressedAt: null, fullBounces: 0 }, now), updatedAt: now })
    .where(and(eq(members.id, id), sql`(suppressed_at is not null or full_bounces > 0)`));
}

export function selectAskings(db: Db, limit: number) {
  return db.all<{ id: string; email: string }>(sql`
    select id, email from members where suppression_asked_at is not null and deleted_at is null
    order by suppression_asked_at limit ${limit}`);
}
