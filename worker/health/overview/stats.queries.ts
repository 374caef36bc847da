import { desc, isNull, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { members } from "#db/schema/members.ts";
import { isoOrNull } from "#domain/rules/instants.ts";
import { endIn, statusIn } from "../../account/member/member-status.queries.ts";

/** Corrects the stored total for members whose access has changed since the last tick, by the same comparison as `hasAccess`. */
export function selectTotals(db: Db, now: number) {
  return db.all<Record<"members" | "membersWithAccess" | "publishedItems", number>>(sql`
    select members, published_items as "publishedItems", members_with_access + (
      select coalesce(sum(coalesce(access_ends_at > ${now}, 0) - (highest_plan is not null)), 0)
      from members where access_changes_at is not null and access_changes_at <= ${now} and deleted_at is null and is_unaccepted = 0
    ) as "membersWithAccess"
    from totals`);
}

export function selectRecentMembers(db: Db, now: number, limit: number) {
  const { id, email, subscriptionType, subscriptionStatus, memberSince: createdAt } = members;
  const shown = { status: statusIn(now), subscriptionEndDate: endIn(now).mapWith(isoOrNull) };
  return db
    .select({ id, email, subscriptionType, subscriptionStatus, ...shown, createdAt })
    .from(members)
    .where(isNull(members.deletedAt))
    .orderBy(desc(createdAt))
    .limit(limit);
}
