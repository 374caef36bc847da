import { isKnownZone } from "#domain/rules/local-time.ts";
import { changeDue } from "#domain/rules/weekends.ts";
import type { Ctx } from "../../kernel/context.ts";
import { postponePlans, selectPlansDue, type Turn, turnHours } from "./plans.queries.ts";

/** About 700,000 members between 8 PM and 5 AM. */
const PLANS_PER_TICK = 2000;

type Tick = { tickAt: number };

/** Switches members between weekday and weekend hours on the evening before. Safe to repeat: it writes what holds now. */
export async function turnWeekends(ctx: Ctx, { tickAt }: Tick, limit = PLANS_PER_TICK): Promise<void> {
  // A late tick must leave an hour that has begun; only trials have ticks ahead of the clock.
  const clock = Math.max(ctx.now, tickAt);
  const due = await selectPlansDue(ctx.db, clock, limit);
  if (due.length === 0) return;
  const turns = due.map((plan): Turn => {
    const { wakeUpHour, timezone } = plan;
    // The member must choose a zone again, as for any email.
    if (!isKnownZone(timezone)) return { plan, held: { wakeUpHour, restsUntil: null, nextChangeAt: null } };
    return { plan, held: changeDue(plan, plan, clock) };
  });
  await ctx.db.batch([turnHours(ctx.db, turns, ctx.now), postponePlans(ctx.db, turns)]);
}
