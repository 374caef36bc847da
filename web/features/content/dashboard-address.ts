import type { SessionUser } from "#domain/contract/account.ts";
import type { ContentItem } from "#domain/contract/content/content.ts";
import { contentPath } from "#domain/paths.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { clampIndex } from "./dial-geometry.ts";

export type YearMonth = { year: number; month: number };
export type DialAddress = YearMonth & { rolodex: number };
export type Listed = { date: string; comingSoon: boolean };

/** "2025-08" or "2025-08-14" → { year: 2025, month: 8 } */
export function parseMonth(text: string): YearMonth {
  const [year, month] = text.split("-").map(Number);
  return { year: year ?? 0, month: month ?? 1 };
}

export function addToMonth({ year, month }: YearMonth, months: number): YearMonth {
  const total = year * 12 + (month - 1) + months;
  return { year: Math.floor(total / 12), month: (total % 12) + 1 };
}

function wholeNumber(text: string, min: number, max: number): number | null {
  const value = /^\d{1,4}$/.test(text) ? Number(text) : -1;
  return value >= min && value <= max ? value : null;
}

/** The month in the URL. Missing parts come from the default month (`YYYY-MM`); an invalid month is replaced by it. */
export function readMonth(params: URLSearchParams, defaultMonth: string): YearMonth {
  const standard = parseMonth(defaultMonth);
  const year = wholeNumber(params.get("year") ?? String(standard.year), 2000, 2100);
  const month = wholeNumber(params.get("month") ?? String(standard.month), 1, 12);
  return year === null || month === null ? standard : { year, month };
}

/** The index in the URL. Without one, the current month opens on today's item and any other month on its first. */
export function readIndex(params: URLSearchParams, items: readonly Listed[], month: YearMonth, today: string): number {
  const asked = params.get("rolodex") ?? "";
  // Accept any number of digits: an index that is too large is clamped.
  if (/^\d+$/.test(asked)) return clampIndex(Number(asked), items.length);
  const { year, month: number } = parseMonth(today);
  if (year !== month.year || number !== month.month) return 0;
  const newest = items.findLastIndex((item) => item.date <= today);
  return Math.max(0, newest);
}

export const PLACE_NAMES = ["rolodex", "year", "month"] as const;

export function withPlace(params: URLSearchParams, place: DialAddress): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of PLACE_NAMES) next.set(name, String(place[name]));
  return next;
}

/** The query without a place: the dial then shows today, or the newest item before it. */
export function withoutPlace(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of PLACE_NAMES) next.delete(name);
  return next;
}

export function isElsewhere(params: URLSearchParams, place: DialAddress): boolean {
  return PLACE_NAMES.some((name) => params.get(name) !== String(place[name]));
}

/** Whether the URL names an incomplete or wrong place, which is then corrected. */
export function needsCorrection(params: URLSearchParams, place: DialAddress): boolean {
  return PLACE_NAMES.some((name) => params.has(name)) && isElsewhere(params, place);
}

/** `rolodex` is the item's index in its month. */
export function contentHref(date: string, rolodex: number): string {
  return `${contentPath(date)}?${withPlace(new URLSearchParams(), { ...parseMonth(date), rolodex })}`;
}

/** The day a coming item opens for the member: VIPs get it one day early. */
export function opensOn(item: Pick<ContentItem, "date">, user: Pick<SessionUser, "hasEarlyAccess">): string {
  return user.hasEarlyAccess ? addDays(item.date, -1) : item.date;
}
