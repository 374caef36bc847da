import type { AdminStats } from "#domain/contract/admin.ts";
import type { Ctx } from "../context.ts";
import { countMembers, countMembersWithAccess, countPublished, selectRecentMembers } from "./stats.queries.ts";

const RECENT_MEMBERS = 10;

/** The overview's counters, in one round trip. */
export async function readStats(ctx: Ctx): Promise<AdminStats> {
  const [[members], [subscribers], [published], recent] = await ctx.db.batch([
    countMembers(ctx.db),
    countMembersWithAccess(ctx.db, ctx.now),
    countPublished(ctx.db),
    selectRecentMembers(ctx.db, RECENT_MEMBERS),
  ]);
  return {
    totalUsers: members?.count ?? 0,
    activeSubscribers: subscribers?.count ?? 0,
    contentStats: { publishedDays: published?.count ?? 0 },
    recentUsers: recent.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() })),
  };
}
