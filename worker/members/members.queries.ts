import { and, eq, isNull, sql } from "drizzle-orm";
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

/** Turns the statuses of memberships whose access has ended, at most `limit` a call; access itself is never changed here. */
export async function expireStatuses(db: Db, endedBy: number, limit: number): Promise<void> {
  await db.run(sql`
    update members set subscription_status = 'expired'
    where id in (
      select id from members
      where subscription_status in ('trial','active') and access_ends_at <= ${endedBy} limit ${limit}
    )`);
}
