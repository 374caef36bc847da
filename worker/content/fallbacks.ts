import * as z from "zod";
import type { EmptyMorning } from "#domain/contract/content/library.ts";
import { addDays, daysBetween } from "#domain/rules/calendar-days.ts";
import { type FallbackMorning, fallbacksOn } from "#domain/rules/fallbacks.ts";
import type { Ctx } from "../kernel/context.ts";
import type { ContentRow } from "./content-item.ts";
import {
  type ChosenFallback,
  decideFallback,
  selectContentByIds,
  selectFallbackMornings,
  selectFallbacks,
} from "./fallbacks.queries.ts";

/** Two ticks may pick the same item for two dates; the later one picks again. */
const TRIES = 3;

const earlierIds = z.array(z.string());

type DecidedRow = { date: string; contentId: string; earlier: string };

/** Each date's current fallback comes first, then those that it replaced. */
function toMornings(rows: readonly DecidedRow[]): FallbackMorning[] {
  return rows.flatMap(({ date, contentId, earlier }) =>
    [contentId, ...earlierIds.parse(JSON.parse(earlier))].map((id) => ({ date, contentId: id })),
  );
}

function onOffer(fallbacks: readonly ChosenFallback[]): ChosenFallback[] {
  return fallbacks.filter(({ isOnOffer }) => isOnOffer === 1);
}

export type Mornings = readonly [{ date: string }[], ChosenFallback[], DecidedRow[]];

/** Dates without content in a range, in order, with the fallback planned as of now. */
export function emptyMornings([dates, fallbacks, decided]: Mornings, from: string, through: string): EmptyMorning[] {
  const own = new Set(dates.map(({ date }) => date));
  const range = Array.from({ length: daysBetween(from, through) + 1 }, (_, index) => addDays(from, index));
  const empty = range.filter((date) => !own.has(date));
  const foreseen = fallbacksOn(empty, onOffer(fallbacks), toMornings(decided));
  return empty.map((date) => {
    const item = foreseen.get(date);
    return { date, fallback: item ? { id: item.id, date: item.date, title: item.title } : null };
  });
}

export function wakingDates(mornings: Mornings, from: string, through: string): Set<string> {
  const filled = emptyMornings(mornings, from, through).filter(({ fallback }) => fallback !== null);
  return new Set([...mornings[0], ...filled].map(({ date }) => date));
}

/** Decides each date's fallback once. Dates without a possible fallback are left out. */
export async function decideFallbacks(ctx: Ctx, dates: string[]): Promise<Map<string, ContentRow>> {
  const sorted = dates.toSorted();
  const [first = "", last = first] = [sorted[0], sorted.at(-1)];
  for (let attempt = 0; attempt <= TRIES && sorted.length > 0; attempt += 1) {
    const [chosen, decided] = await ctx.db.batch([
      selectFallbacks(ctx.db),
      selectFallbackMornings(ctx.db, first, last),
    ]);
    const standing = new Map(decided.map(({ date, contentId }) => [date, contentId]));
    const wanted = fallbacksOn(sorted, onOffer(chosen), toMornings(decided));
    const open = [...wanted].filter(([date, { id }]) => standing.get(date) !== id);
    if (open.length === 0) return readRows(ctx, wanted);
    for (const [date, { id: contentId }] of open) {
      await decideFallback(ctx.db, { date, contentId, instead: standing.get(date) ?? null, now: ctx.now });
    }
  }
  return new Map();
}

async function readRows(ctx: Ctx, wanted: Map<string, { id: string }>): Promise<Map<string, ContentRow>> {
  if (wanted.size === 0) return new Map();
  const rows = await selectContentByIds(
    ctx.db,
    [...wanted.values()].map(({ id }) => id),
  );
  return new Map([...wanted].flatMap(([date, { id }]) => rows.flatMap((row) => (row.id === id ? [[date, row]] : []))));
}
