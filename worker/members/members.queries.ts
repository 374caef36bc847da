import { and, count, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import type { Db } from "#db/client.ts";
import { members } from "#db/schema/members.ts";
import { emailKeyOf, type Member, type NewMember } from "./member.ts";

export async function findMember(db: Db, id: string): Promise<Member | undefined> {
  return db
    .select()
    .from(members)
    .where(and(eq(members.id, id), isNull(members.deletedAt)))
    .get();
}

export async function findMemberByEmail(db: Db, email: string): Promise<Member | undefined> {
  return db
    .select()
    .from(members)
    .where(and(eq(members.emailKey, emailKeyOf(email)), isNull(members.deletedAt)))
    .get();
}

export function insertMember(db: Db, member: NewMember) {
  return db.insert(members).values(member);
}

export function updateMember(db: Db, id: string, change: SQLiteUpdateSetSource<typeof members>) {
  return db
    .update(members)
    .set(change)
    .where(and(eq(members.id, id), isNull(members.deletedAt)));
}

export async function changeMember(db: Db, id: string, change: Partial<NewMember>): Promise<Member | undefined> {
  return updateMember(db, id, change).returning().get();
}

export function countMembers(db: Db) {
  return db.select({ count: count() }).from(members).where(isNull(members.deletedAt));
}

/** Members whose access is running at `now`: the same comparison as `hasAccess`. */
export function countMembersWithAccess(db: Db, now: number) {
  return db
    .select({ count: count() })
    .from(members)
    .where(and(isNull(members.deletedAt), gt(members.accessEndsAt, now)));
}

export function selectRecentMembers(db: Db, limit: number) {
  return db
    .select({
      id: members.id,
      email: members.email,
      subscriptionType: members.subscriptionType,
      subscriptionStatus: members.subscriptionStatus,
      createdAt: members.createdAt,
    })
    .from(members)
    .where(isNull(members.deletedAt))
    .orderBy(desc(members.createdAt))
    .limit(limit);
}

/** Turns the statuses of memberships whose access has ended, at most `limit` a call; access itself is never changed here. */
export async function expireStatuses(db: Db, endedBy: number, limit: number): Promise<void> {
  await db.run(sql`
    update members set subscription_status = 'expired'
    where id in (
      select id from members
      where subscription_status in ('trial','active') and access_ends_at <= ${endedBy} limit ${limit}
    )`);
}
