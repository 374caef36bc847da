import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import type { Ctx } from "../kernel/context.ts";
import { type Day, insertDailyStats, recountDailyStats, selectLastCountedDay, setSize } from "./daily-stats.queries.ts";

const DAYS_PER_RUN = 7;
/** Days to recount with each new day, because completions may be saved 48 hours late. */
const DAYS_RECOUNTED = 3;

export function dayOf(date: string): Day {
  return { date, startsAt: instantAt(date, 0, DEFAULT_ZONE), endsAt: instantAt(addDays(date, 1), 0, DEFAULT_ZONE) };
}

/** Counts the Central time days that ended since the last count, oldest first, and recounts the ones before. The first run counts yesterday. */
export async function countDays(ctx: Ctx): Promise<void> {
  const yesterday = addDays(dateIn(DEFAULT_ZONE, ctx.now), -1);
  const [last] = await selectLastCountedDay(ctx.db);
  const first = last ? addDays(last.date, 1) : yesterday;
  let date = first;
  for (let counted = 0; counted < DAYS_PER_RUN && date <= yesterday; counted += 1) {
    const before = date === first ? DAYS_RECOUNTED : 0;
    const [inserted] = await ctx.db.batch([
      insertDailyStats(ctx.db, dayOf(date), ctx.now),
      ...Array.from({ length: before }, (_, days) => recountDailyStats(ctx.db, dayOf(addDays(first, -1 - days)))),
    ]);
    await setSize(ctx.db, date, inserted.meta.size_after);
    date = addDays(date, 1);
  }
}
