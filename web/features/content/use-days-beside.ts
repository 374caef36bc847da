import { useQuery } from "@tanstack/react-query";
import { contentListQuery } from "./content.query.ts";
import { contentHref, type Listed, parseMonth } from "./dashboard-address.ts";

export function useDaysBeside(date: string, isAdmin: boolean) {
  const list = useQuery(contentListQuery(parseMonth(date), isAdmin));
  const { previous, next } = (list.data && neighboursOf(list.data, date)) ?? {};
  const hrefOf = (target: typeof next) =>
    target && contentHref(target.date, target.rolodex) + (isAdmin ? "&from=admin" : "");
  return { previous: hrefOf(previous), next: hrefOf(next) };
}

/** The items before and after a date in its month, wrapping around. What isn't open yet is skipped, except from a day like that. */
export function neighboursOf(items: readonly Listed[], date: string) {
  const own = items.find((item) => item.date === date);
  const others = items
    .map(({ date, comingSoon }, rolodex) => ({ date, rolodex, comingSoon }))
    .filter((item) => (own?.comingSoon || !item.comingSoon) && item.date !== date);
  if (!own || others.length === 0) return null;
  return {
    previous: others.findLast((item) => item.date < date) ?? others.at(-1),
    next: others.find((item) => item.date > date) ?? others[0],
  };
}
