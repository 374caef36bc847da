import { and, count, desc, eq, gt, isNull } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { content } from "#db/schema/content.ts";
import { members } from "#db/schema/members.ts";
import { isKept } from "../content/content.queries.ts";

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

export function countPublished(db: Db) {
  return db
    .select({ count: count() })
    .from(content)
    .where(and(isKept, eq(content.status, "published")));
}
