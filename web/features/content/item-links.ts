import { APP_PAGES } from "#domain/paths.ts";
import { type Listed, PLACE_NAMES } from "./dashboard-address.ts";

/** The way back from an item's page: its rolodex, year and month, as far as the address has them. */
export function backToDashboardHref(params: URLSearchParams): string {
  const kept = new URLSearchParams();
  for (const name of PLACE_NAMES) {
    const value = params.get(name);
    if (value !== null) kept.set(name, value);
  }
  const query = kept.toString();
  return query ? `${APP_PAGES.dashboard}?${query}` : APP_PAGES.dashboard;
}

/**
 * The items before and after a date inside its month, wrapping around, leaving out what does not open yet; also of a date that
 * does not open yet itself.
 */
export function neighboursOf(items: readonly Listed[], date: string) {
  const others = items
    .map(({ date, comingSoon }, rolodex) => ({ date, rolodex, comingSoon }))
    .filter((item) => !item.comingSoon && item.date !== date);
  const isListed = items.some((item) => item.date === date);
  if (!isListed || others.length === 0) return null;
  return {
    previous: others.findLast((item) => item.date < date) ?? others.at(-1),
    next: others.find((item) => item.date > date) ?? others[0],
  };
}
