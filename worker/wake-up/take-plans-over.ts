import { MINUTE_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { isKnownZone, wallClockIn } from "#domain/rules/local-time.ts";
import { isWeekend } from "#domain/rules/week-hours.ts";
import type { Ctx } from "../kernel/context.ts";
import { type PlanRow, selectPlans, takeOver } from "./plans.queries.ts";

const PLANS_PER_SLICE = 2000;
/** From this hour on, a row of 0.2.0 held the next date's hour. */
const EVENING = 20;
/** Closer to the date's first slot, 0.2.0 left a late switch until the evening. */
const MARGIN_MS = 15 * MINUTE_MS;

/** Moves weekend hours from the plans of 0.2.0 to the members' rows. Runs before a slot is dispatched; safe to repeat. */
export async function takePlansOver(ctx: Ctx, limit = PLANS_PER_SLICE): Promise<void> {
  let slice: PlanRow[];
  let afterMember = "";
  do {
    slice = await selectPlans(ctx.db, afterMember, limit);
    const ready = slice.filter((plan) => !isBehind(plan, ctx.now)).map(({ memberId }) => memberId);
    if (ready.length > 0) await ctx.db.batch(takeOver(ctx.db, ready, ctx.now));
    afterMember = slice.at(-1)?.memberId ?? "";
  } while (slice.length === limit);
}

/** Whether the row holds another hour for the date than the plan, and the first of the two begins: that date keeps the row's. */
function isBehind({ weekdayHour, weekendHour, timezone, ...row }: PlanRow, now: number): boolean {
  if (!isKnownZone(timezone)) return false;
  const { date: today, hour } = wallClockIn(timezone, now);
  const date = hour >= EVENING ? addDays(today, 1) : today;
  const planned = isWeekend(date) ? weekendHour : weekdayHour;
  const held = row.wakeUpSince > now ? null : row.wakeUpHour;
  if (held === planned) return false;
  return instantAt(date, Math.min(held ?? 24, planned ?? 24), timezone) <= now + MARGIN_MS;
}

/** Before a member's hours are changed: the plan would otherwise replace their choice. */
export async function takePlanOver(ctx: Ctx, memberId: string): Promise<void> {
  await ctx.db.batch(takeOver(ctx.db, [memberId], ctx.now));
}
