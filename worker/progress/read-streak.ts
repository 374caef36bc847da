import type { StreakResponse } from "#domain/contract/progress.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { streakOf } from "#domain/rules/streak.ts";
import { listLiveDates } from "../content/content.queries.ts";
import type { Ctx } from "../context.ts";
import type { Caller } from "../members/caller.ts";
import { listCompletedDates } from "./progress.queries.ts";

/** The member's streak as of their own day. */
export async function readStreak(ctx: Ctx, { caller }: { caller: Caller }): Promise<StreakResponse> {
  const [member, liveDates, completedDates] = await Promise.all([
    caller.member,
    listLiveDates(ctx.db, ctx.now),
    listCompletedDates(ctx.db, caller.memberId),
  ]);
  return streakOf({ completedDates, liveDates, today: dateIn(member.timezone, ctx.now) });
}
