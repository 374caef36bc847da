import {
  type CalendarDay,
  type LibraryItem,
  type LibraryQuery,
  type ListedLibraryItem,
  MOST_ITEMS_A_PAGE,
  type RunwayResponse,
} from "#domain/contract/content/library.ts";
import { MOST_LISTED } from "#domain/contract/fields.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { RUNWAY_DAYS, runwayFrom } from "#domain/rules/runway.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { batchOf } from "../kernel/batch-of.ts";
import type { Ctx } from "../kernel/context.ts";
import { notFound } from "../kernel/errors.ts";
import { toLibraryItem, toListedLibraryItem } from "./content-item.ts";
import { selectMornings } from "./fallbacks.queries.ts";
import { emptyMornings } from "./fallbacks.ts";
import { selectLibrary, selectLibraryItem, selectPlannedDays } from "./library.queries.ts";

const PAGE = 30;

type Library = { items: ListedLibraryItem[]; next: { limit: number; cursor: string } | null };

/** Newest first, with drafts and hidden days: a page if the query has any part. `next` are the parameters of the rest. */
export async function listLibrary(ctx: Ctx, query: LibraryQuery): Promise<Library> {
  const isPaged = Object.values(query).some((part) => part !== undefined);
  const limit = query.limit ?? (isPaged ? PAGE : MOST_LISTED);
  const rows = await selectLibrary(ctx.db, { ...query, limit: limit + 1 });
  const items = rows.slice(0, limit).map(toListedLibraryItem);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items, next: last ? { limit: Math.min(limit, MOST_ITEMS_A_PAGE), cursor: last.date } : null };
}

/** @throws AppError `not_found` */
export async function readLibraryItem(ctx: Ctx, { date }: { date: string }): Promise<LibraryItem> {
  const row = await selectLibraryItem(ctx.db, date).get();
  if (!row) throw notFound("Content");
  return toLibraryItem(row);
}

/** `month` is `YYYY-MM`. Days without content are left out. */
export async function readCalendar(ctx: Ctx, { month }: { month: string }): Promise<CalendarDay[]> {
  return selectPlannedDays(ctx.db, `${month}-01`, `${month}-31`);
}

export async function readRunway(ctx: Ctx): Promise<RunwayResponse> {
  const today = dateIn(DEFAULT_ZONE, ctx.now);
  const last = addDays(today, RUNWAY_DAYS - 1);
  const { planned, ...mornings } = await batchOf(ctx.db, {
    planned: selectPlannedDays(ctx.db, today, last),
    ...selectMornings(ctx.db, today, last),
  });
  const days = runwayFrom(today, planned);
  const empty = new Map(emptyMornings(mornings, today, last).map(({ date, fallback }) => [date, fallback]));
  return {
    days: days.map((day) => ({ ...day, isEmpty: empty.has(day.date), fallback: empty.get(day.date) ?? null })),
  };
}
