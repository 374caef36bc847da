import type { EngagementResponse } from "#domain/contract/progress.ts";
import { monthOf } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { streakOf } from "#domain/rules/streak.ts";
import { listLiveDates } from "../content/content.queries.ts";
import type { Ctx } from "../context.ts";
import type { Caller } from "../members/caller.ts";
import { countVideosCompleted, listCompletedDates } from "./progress.queries.ts";

/** The dashboard's three counters (docs/design.md, "Counting"). */
export async function readEngagement(ctx: Ctx, { caller }: { caller: Caller }): Promise<EngagementResponse> {
  const [member, liveDates, completedDates, videosWatched] = await Promise.all([
    caller.member,
    listLiveDates(ctx.db, ctx.now),
    listCompletedDates(ctx.db, caller.memberId),
    countVideosCompleted(ctx.db, caller.memberId),
  ]);
  const today = dateIn(member.timezone, ctx.now);
  return {
    videosWatched,
    currentStreak: streakOf({ completedDates, liveDates, today }).currentStreak,
    thisMonthTotal: completedDates.filter((date) => monthOf(date) === monthOf(today)).length,
  };
}
