import { and, desc, eq, isNull } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { members } from "#db/schema/members.ts";

/** Everyone whose subscription is a trial, the last to end first, at most `limit`. */
export async function listTrialMembers(db: Db, limit: number) {
  return db
    .select({
      id: members.id,
      firstName: members.firstName,
      lastName: members.lastName,
      email: members.email,
      subscriptionEndsAt: members.subscriptionEndsAt,
    })
    .from(members)
    .where(and(eq(members.subscriptionType, "trial"), isNull(members.deletedAt)))
    .orderBy(desc(members.subscriptionEndsAt))
    .limit(limit);
}

/** Closes the account of someone who is on a trial, and of nobody else; answers no row when they are not. */
export function softDeleteTrialMember(db: Db, id: string, now: number) {
  return db
    .update(members)
    .set({ deletedAt: now, updatedAt: now })
    .where(and(eq(members.id, id), eq(members.subscriptionType, "trial"), isNull(members.deletedAt)))
    .returning({ id: members.id });
}
