import type { ActivityResponse, EngagementResponse, StreakResponse } from "#domain/contract/progress.ts";
import { addDays, monthOf } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { isStreakAtRisk, streakOf } from "#domain/rules/streak.ts";
import type { Caller } from "../auth/sessions.ts";
import { selectLiveDates } from "../content/content.queries.ts";
import type { Ctx } from "../context.ts";
import type { Member } from "../members/member.ts";
import { countCompletedByDay, selectBegunItems, selectCompletedDates, selectRepeatedDates } from "./progress.queries.ts";

type Input = { caller: Caller };
type Begun = Awaited<ReturnType<typeof selectBegunItems>>;
type Dates = { date: string | null }[];
type Figures = { engagement: EngagementResponse; streak: StreakResponse };

const DAYS_OF_ACTIVITY = 371;

function secondsOf({ completedDate, percent, seconds }: Begun[number]): number {
  return ((seconds ?? 0) * (completedDate === null ? percent : 100)) / 100;
}

/** What the figures of a member are made of. */
function selectCounted({ db, now }: Ctx, memberId: string) {
  return [selectLiveDates(db, now), selectBegunItems(db, memberId), selectRepeatedDates(db, memberId)] as const;
}

function figuresOf({ timezone }: Member, now: number, [live, begun, repeated]: readonly [Dates, Begun, Dates]): Figures {
  const today = dateIn(timezone, now);
  const firsts = begun.flatMap(({ completedDate }) => completedDate ?? []);
  const completedDates = [...firsts, ...repeated.flatMap(({ date }) => date ?? [])];
  const days = { today, completedDates, liveDates: live.flatMap(({ date }) => date ?? []) };
  const streak = streakOf(days);
  const engagement = {
    videosWatched: begun.filter(({ videoCompleted }) => videoCompleted).length,
    currentStreak: streak.currentStreak,
    thisMonthTotal: completedDates.filter((date) => monthOf(date) === monthOf(today)).length,
    longestStreak: streak.longestStreak,
    totalMinutes: Math.floor(begun.reduce((sum, item) => sum + secondsOf(item), 0) / 60),
    itemsCompleted: completedDates.length,
    isStreakAtRisk: isStreakAtRisk(days),
  };
  return { engagement, streak };
}

/** Both of a member's sums, after a write: what their reads would answer. */
export async function readFigures(ctx: Ctx, member: Member): Promise<Figures> {
  return figuresOf(member, ctx.now, await ctx.db.batch(selectCounted(ctx, member.id)));
}

/** The dashboard's figures (docs/design.md, "Counting"). */
export async function readEngagement(ctx: Ctx, { caller }: Input): Promise<EngagementResponse> {
  const [member, counted] = await Promise.all([
    caller.member,
    ctx.db.batch(selectCounted(ctx, caller.memberId)),
  ]);
  return figuresOf(member, ctx.now, counted).engagement;
}

/** The member's streak as of their own day. */
export async function readStreak(ctx: Ctx, { caller }: Input): Promise<StreakResponse> {
  const [member, live, completed] = await Promise.all([
    caller.member,
    selectLiveDates(ctx.db, ctx.now),
    selectCompletedDates(ctx.db, caller.memberId),
  ]);
  return streakOf({
    today: dateIn(member.timezone, ctx.now),
    liveDates: live.map(({ date }) => date),
    completedDates: completed.flatMap(({ date }) => date ?? []),
  });
}

/** How many items the member completed on each day of the last 53 weeks. */
export async function readActivity(ctx: Ctx, { caller }: Input): Promise<ActivityResponse> {
  // A day more than asked for: the member's own today is known only beside this.
  const from = addDays(dateIn("UTC", ctx.now), -DAYS_OF_ACTIVITY);
  const [member, counted] = await Promise.all([caller.member, countCompletedByDay(ctx.db, caller.memberId, from)]);
  const today = dateIn(member.timezone, ctx.now);
  const first = addDays(today, 1 - DAYS_OF_ACTIVITY);
  return { today, days: counted.filter(({ date }) => date >= first && date <= today) };
}
