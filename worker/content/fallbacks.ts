import type { EmptyMorning } from "#domain/contract/content/library.ts";
import { addDays, daysBetween } from "#domain/rules/calendar-days.ts";
import { type Fallback, fallbacksOn } from "#domain/rules/fallbacks.ts";
import type { Ctx } from "../kernel/context.ts";
import type { ContentRow } from "./content-item.ts";
import { decideFallback, selectFallbackRows } from "./fallbacks.queries.ts";

type Sent = { id: string; date: string; title: string };
/** Dates with content; what may be sent again; what dates without content have stored. */
export type Mornings = {
  dates: { date: string }[];
  fallbacks: (Fallback & Sent)[];
  decided: (Sent & { morning: string })[];
};

/** Dates without content in a range, in order, with the fallback planned as of now. */
export function emptyMornings({ dates, fallbacks, decided }: Mornings, from: string, through: string): EmptyMorning[] {
  const own = new Set(dates.map(({ date }) => date));
  const range = Array.from({ length: daysBetween(from, through) + 1 }, (_, index) => addDays(from, index));
  const empty = range.filter((date) => !own.has(date));
  const foreseen = fallbacksOn(empty, fallbacks, new Map(decided.map((one) => [one.morning, one])));
  return empty.map((date) => {
    const item = foreseen.get(date);
    return { date, fallback: item ? { id: item.id, date: item.date, title: item.title } : null };
  });
}

export function wakingDates(mornings: Mornings, from: string, through: string): Set<string> {
  const filled = emptyMornings(mornings, from, through).filter(({ fallback }) => fallback !== null);
  return new Set([...mornings.dates, ...filled].map(({ date }) => date));
}

/** Decides each date's fallback once. Dates without a possible fallback are left out. */
export async function decideFallbacks(ctx: Ctx, dates: string[]): Promise<Map<string, ContentRow>> {
  if (dates.length === 0) return new Map();
  for (const date of dates.toSorted()) await decideFallback(ctx.db, date, ctx.now);
  const rows = await selectFallbackRows(ctx.db, dates);
  return new Map(rows.map(({ morning, item }) => [morning, item]));
}
