import { APP_PAGES, contentPath } from "#domain/paths.ts";

export type YearMonth = { year: number; month: number };
/** `rolodex` is null when the address does not name an index. */
export type DashboardAddress = YearMonth & { rolodex: number | null };

function wholeNumber(text: string | null, min: number, max: number): number | null {
  if (text === null || !/^\d{1,4}$/.test(text)) return null;
  const value = Number(text);
  return value >= min && value <= max ? value : null;
}

/** "2025-08" → { year: 2025, month: 8 } */
export function parseMonth(text: string): YearMonth {
  const [year, month] = text.split("-").map(Number);
  return { year: year ?? 0, month: month ?? 1 };
}

/** Reads rolodex, year and month; a missing or unusable month is the default one (`YYYY-MM`). */
export function readDashboardAddress(params: URLSearchParams, defaultMonth: string): DashboardAddress {
  const year = wholeNumber(params.get("year"), 2000, 2100);
  const month = wholeNumber(params.get("month"), 1, 12);
  const rolodex = wholeNumber(params.get("rolodex"), 0, 9999);
  return { ...(year === null || month === null ? parseMonth(defaultMonth) : { year, month }), rolodex };
}

export function dashboardQuery({ rolodex, year, month }: YearMonth & { rolodex: number }): URLSearchParams {
  return new URLSearchParams({ rolodex: String(rolodex), year: String(year), month: String(month) });
}

/** An item's page that knows the way back to its place in the dial. */
export function contentHref(date: string, place: YearMonth & { rolodex: number }): string {
  return `${contentPath(date)}?${dashboardQuery(place)}`;
}

/** The way back from an item's page: its rolodex, year and month, as far as the address has them. */
export function backToDashboardHref(params: URLSearchParams): string {
  const kept = new URLSearchParams();
  for (const name of ["rolodex", "year", "month"]) {
    const value = params.get(name);
    if (value !== null) kept.set(name, value);
  }
  const query = kept.toString();
  return query ? `${APP_PAGES.dashboard}?${query}` : APP_PAGES.dashboard;
}

/** The month a number of months on; wraps December to January and changes the year. */
export function addToMonth({ year, month }: YearMonth, months: number): YearMonth {
  const total = year * 12 + (month - 1) + months;
  return { year: Math.floor(total / 12), month: (total % 12) + 1 };
}
