import type { EngagementResponse, StreakResponse } from "#domain/contract/progress.ts";
import { monthOf } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { streakOf } from "#domain/rules/streak.ts";
import type { Caller } from "../auth/sessions.ts";
import { selectLiveDates } from "../content/content.queries.ts";
import type { Ctx } from "../context.ts";
import { countVideosCompleted, selectCompletedDates } from "./progress.queries.ts";

type Input = { caller: Caller };

/** What a streak is made of: the member's own day, the days with live content, and those completed. */
async function readDays(ctx: Ctx, { caller }: Input) {
  const [member, live, completed] = await Promise.all([
    caller.member,
    selectLiveDates(ctx.db, ctx.now),
    selectCompletedDates(ctx.db, caller.memberId),
  ]);
  return {
    today: dateIn(member.timezone, ctx.now),
    liveDates: live.map((row) => row.date),
    completedDates: completed.flatMap((row) => row.date ?? []),
  };
}

/** The dashboard's three counters (docs/design.md, "Counting"). */
export async function readEngagement(ctx: Ctx, { caller }: Input): Promise<EngagementResponse> {
  const [days, videos] = await Promise.all([
    readDays(ctx, { caller }),
    countVideosCompleted(ctx.db, caller.memberId).get(),
  ]);
  return {
    videosWatched: videos?.count ?? 0,
    currentStreak: streakOf(days).currentStreak,
    thisMonthTotal: days.completedDates.filter((date) => monthOf(date) === monthOf(days.today)).length,
  };
}

/** The member's streak as of their own day. */
export async function readStreak(ctx: Ctx, input: Input): Promise<StreakResponse> {
  return streakOf(await readDays(ctx, input));
}
