import { addDays } from "#domain/rules/calendar-days.ts";
import { isLive } from "#domain/rules/release.ts";
import { selectContentOnDates } from "../../content/content.queries.ts";
import { decideFallbacks } from "../../content/fallbacks.ts";
import type { Ctx } from "../../kernel/context.ts";
import { selectZoneHoursInUse } from "./due-members.queries.ts";
import type { ZoneHour } from "./slots.ts";
import type { Morning } from "./wake-up-mail.ts";

/** Takes a date's own live item, else the fallback, chosen here if it isn't yet (docs/decisions/0032-mornings-without-content.md). */
async function morningsOf(ctx: Ctx, dates: string[], needed: () => Promise<string[]>): Promise<Morning[]> {
  const rows = await selectContentOnDates(ctx.db, [...new Set(dates.flatMap((date) => [date, addDays(date, 1)]))]);
  const itemOf = (date: string) => rows.find((row) => row.date === date);
  const ownOf = (date: string) => rows.find((row) => row.date === date && isLive(row, date));
  const empty = dates.filter((date) => !ownOf(date));
  const asked = empty.length === 0 ? [] : (await needed()).filter((date) => empty.includes(date));
  const fallbacks = await decideFallbacks(ctx, asked);
  return dates.flatMap((date) => {
    const item = ownOf(date) ?? fallbacks.get(date);
    return item ? [{ date, item, tomorrow: itemOf(addDays(date, 1)) }] : [];
  });
}

/** Returns what the dates of zone hours wake with. A date when no one is due uses up no fallback. */
export function findMornings(ctx: Ctx, zoneHours: ZoneHour[]): Promise<Morning[]> {
  const dates = [...new Set(zoneHours.map(({ localDate }) => localDate))];
  return morningsOf(ctx, dates, async () => {
    const inUse = await selectZoneHoursInUse(ctx.db, zoneHours);
    return inUse.flatMap(({ index }) => zoneHours[index]?.localDate ?? []);
  });
}

export async function findMorning(ctx: Ctx, date: string): Promise<Morning | undefined> {
  const [morning] = await morningsOf(ctx, [date], async () => [date]);
  return morning;
}
