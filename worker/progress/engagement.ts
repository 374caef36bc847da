import type { ActivityResponse, EngagementResponse, StreakResponse } from "#domain/contract/progress.ts";
import { addDays, monthOf } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { streakOf } from "#domain/rules/streak.ts";
import type { Member } from "../account/member/member.ts";
import type { Caller } from "../account/sessions/sessions.ts";
import { readOwn } from "../content/move-progress.ts";
import type { Ctx } from "../kernel/context.ts";
import {
  countCompletedByDay,
  type StartedItem,
  selectCompletedDates,
  selectLiveDates,
  selectStartedItems,
} from "./progress.queries.ts";

type Input = { caller: Caller };
type Figures = { engagement: EngagementResponse; streak: StreakResponse };

const DAYS_OF_ACTIVITY = 371;

function secondsOf({ completedDate, percent, seconds }: StartedItem): number {
  return ((seconds ?? 0) * (completedDate === null ? percent : 100)) / 100;
}

function figuresOf({ timezone }: Member, now: number, live: { date: string }[], started: StartedItem[]): Figures {
  const today = dateIn(timezone, now);
  const completedDates = started.flatMap(({ completedDate }) => completedDate ?? []);
  const streak = streakOf({ today, completedDates, liveDates: live.map(({ date }) => date) });
  const engagement = {
    videosWatched: started.filter(({ videoCompleted }) => videoCompleted).length,
    currentStreak: streak.currentStreak,
    thisMonthTotal: completedDates.filter((date) => monthOf(date) === monthOf(today)).length,
    longestStreak: streak.longestStreak,
    totalMinutes: Math.floor(started.reduce((sum, item) => sum + secondsOf(item), 0) / 60),
    itemsCompleted: completedDates.length,
  };
  return { engagement, streak };
}

/** Returns both of a member's sums, so a write can answer with what the next reads would return. */
export async function readFigures(ctx: Ctx, member: Member): Promise<Figures> {
  const [live, started] = await ctx.db.batch([
    selectLiveDates(ctx.db, member.id, ctx.now),
    selectStartedItems(ctx.db, member.id),
  ]);
  return figuresOf(member, ctx.now, live, started);
}

/** The dashboard's figures (docs/rules/progress.md, "Counting"). */
export async function readEngagement(ctx: Ctx, { caller }: Input): Promise<EngagementResponse> {
  const [member, [live, started]] = await readOwn(ctx, caller, () =>
    Promise.all([selectLiveDates(ctx.db, caller.memberId, ctx.now), selectStartedItems(ctx.db, caller.memberId)]),
  );
  return figuresOf(member, ctx.now, live, started).engagement;
}

export async function readStreak(ctx: Ctx, { caller }: Input): Promise<StreakResponse> {
  const [member, [live, completed]] = await readOwn(ctx, caller, () =>
    Promise.all([selectLiveDates(ctx.db, caller.memberId, ctx.now), selectCompletedDates(ctx.db, caller.memberId)]),
  );
  return streakOf({
    today: dateIn(member.timezone, ctx.now),
    liveDates: live.map(({ date }) => date),
    completedDates: completed.map(({ date }) => date),
  });
}

export async function readActivity(ctx: Ctx, { caller }: Input): Promise<ActivityResponse> {
  // Reads one extra day: the member's zone, and so their today, isn't known yet.
  const from = addDays(dateIn("UTC", ctx.now), -DAYS_OF_ACTIVITY);
  const [member, counted] = await readOwn(ctx, caller, () => countCompletedByDay(ctx.db, caller.memberId, from));
  const today = dateIn(member.timezone, ctx.now);
  const first = addDays(today, 1 - DAYS_OF_ACTIVITY);
  return { today, days: counted.filter(({ date }) => date >= first && date <= today) };
}
