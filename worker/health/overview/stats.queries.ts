import { desc, isNull, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { members } from "#db/schema/members.ts";

/** Corrects the stored total for members whose access has changed since the last tick, by the same comparison as `hasAccess`. */
export function selectTotals(db: Db, now: number) {
  return db.all<Record<"members" | "membersWithAccess" | "publishedItems", number>>(sql`
    select members, published_items as "publishedItems", members_with_access + (
      select coalesce(sum(coalesce(access_ends_at > ${now}, 0) - (highest_plan is not null)), 0)
      from members where access_changes_at is not null and access_changes_at <= ${now} and deleted_at is null
    ) as "membersWithAccess"
    from totals`);
}

export function selectRecentMembers(db: Db, limit: number) {
  const { id, email, subscriptionType, subscriptionStatus, createdAt } = members;
  return db
    .select({ id, email, subscriptionType, subscriptionStatus, createdAt })
    .from(members)
    .where(isNull(members.deletedAt))
    .orderBy(desc(members.createdAt))
    .limit(limit);
}
