import type { AdminStats } from "#domain/contract/statistics.ts";
import type { Ctx } from "../../kernel/context.ts";
import { selectRecentMembers, selectTotals } from "./stats.queries.ts";

const RECENT_MEMBERS = 10;

/** An editor sees how many people there are, not who. */
export async function readStats(ctx: Ctx): Promise<AdminStats> {
  const [[totals], recent] = await ctx.db.batch([
    selectTotals(ctx.db, ctx.now),
    selectRecentMembers(ctx.db, ctx.now, RECENT_MEMBERS),
  ]);
  return {
    totalUsers: totals?.members ?? 0,
    activeSubscribers: totals?.membersWithAccess ?? 0,
    contentStats: { publishedDays: totals?.publishedItems ?? 0 },
    recentUsers: (ctx.administrator?.role === "editor" ? [] : recent).map((row) => ({
      ...row,
      createdAt: new Date(row.createdAt).toISOString(),
    })),
  };
}
