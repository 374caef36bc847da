import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import type { Ctx } from "../kernel/context.ts";
import { type Day, insertDailyStats, recountDailyStats, selectLastCountedDay } from "./daily-stats.queries.ts";

const DAYS_PER_RUN = 7;
/**
 * So many days before it are counted once more with each day: Central time's day ends everywhere within twelve hours, and a
 * completion may be saved 48 hours late.
 */
const DAYS_RECOUNTED = 3;

/** A day in Central time. */
export function dayOf(date: string): Day {
  const endsAt = instantAt(addDays(date, 1), 0, DEFAULT_ZONE);
  return { date, startsAt: instantAt(date, 0, DEFAULT_ZONE), endsAt };
}

/**
 * Counts each day (in Central time) that has ended since the last one counted, the oldest first. The first run counts
 * yesterday: of what was before, nothing was kept. With the first of them, once a day, the days before are counted anew.
 */
export async function countDays(ctx: Ctx): Promise<void> {
  const yesterday = addDays(dateIn(DEFAULT_ZONE, ctx.now), -1);
  const [last] = await selectLastCountedDay(ctx.db);
  const first = last ? addDays(last.date, 1) : yesterday;
  let date = first;
  for (let counted = 0; counted < DAYS_PER_RUN && date <= yesterday; counted += 1) {
    const before = date === first ? DAYS_RECOUNTED : 0;
    await ctx.db.batch([
      insertDailyStats(ctx.db, dayOf(date), ctx.now),
      ...Array.from({ length: before }, (_, days) => recountDailyStats(ctx.db, dayOf(addDays(first, -1 - days)))),
    ]);
    date = addDays(date, 1);
  }
}
