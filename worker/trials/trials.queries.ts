import { and, asc, eq, isNull } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { members } from "#db/schema/members.ts";
import type { Member } from "../members/member.ts";

export async function listTrialMembers(db: Db): Promise<Member[]> {
  return db
    .select()
    .from(members)
    .where(and(eq(members.subscriptionType, "trial"), isNull(members.deletedAt)))
    .orderBy(asc(members.subscriptionEndsAt));
}

/** Closes the account of someone who is on a trial, and of nobody else; answers no row when they are not. */
export function softDeleteTrialMember(db: Db, id: string, now: number) {
  return db
    .update(members)
    .set({ deletedAt: now, updatedAt: now })
    .where(and(eq(members.id, id), eq(members.subscriptionType, "trial"), isNull(members.deletedAt)))
    .returning({ id: members.id });
}
