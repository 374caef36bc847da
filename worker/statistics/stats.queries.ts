import { desc, isNull, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { members } from "#db/schema/members.ts";

type Totals = { members: number; membersWithAccess: number; publishedItems: number };

/**
 * Uses the stored total and corrects it only for members whose access has changed since the last tick. The comparison is the same as in
 * `hasAccess`.
 */
export function selectTotals(db: Db, now: number) {
  return db.all<Totals>(sql`
    select members, published_items as "publishedItems", members_with_access + (
      select coalesce(sum(coalesce(access_ends_at > ${now}, 0) - (highest_plan is not null)), 0)
      from members where access_changes_at is not null and access_changes_at <= ${now} and deleted_at is null
    ) as "membersWithAccess"
    from totals`);
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
