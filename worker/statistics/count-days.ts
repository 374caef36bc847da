import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import type { Ctx } from "../context.ts";
import { insertDailyStats, selectLastCountedDay } from "./daily-stats.queries.ts";

const DAYS_PER_RUN = 7;

/**
 * Counts each day (in Central time) that has ended since the last one counted, the oldest first. The first run counts
 * yesterday: of what was before, nothing was kept.
 */
export async function countDays(ctx: Ctx): Promise<void> {
  const yesterday = addDays(dateIn(DEFAULT_ZONE, ctx.now), -1);
  const [last] = await selectLastCountedDay(ctx.db);
  let date = last ? addDays(last.date, 1) : yesterday;
  for (let counted = 0; counted < DAYS_PER_RUN && date <= yesterday; counted += 1) {
    const next = addDays(date, 1);
    const day = { date, startsAt: instantAt(date, 0, DEFAULT_ZONE), endsAt: instantAt(next, 0, DEFAULT_ZONE) };
    await insertDailyStats(ctx.db, day, ctx.now);
    date = next;
  }
}
