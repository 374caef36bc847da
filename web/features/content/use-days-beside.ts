import { useQuery } from "@tanstack/react-query";
import { monthOf } from "#domain/rules/calendar-days.ts";
import { contentListQuery } from "./content.query.ts";
import { contentHref, parseMonth } from "./dashboard-address.ts";
import { neighboursOf } from "./item-links.ts";

/** Where the previous and the next day of an item's month are, wrapping around; undefined while unknown and where there are none. */
export function useDaysBeside(date: string, isAdmin: boolean) {
  const month = parseMonth(monthOf(date));
  const list = useQuery(contentListQuery(month, isAdmin));
  const { previous, next } = (list.data && neighboursOf(list.data, date)) ?? {};
  const hrefOf = (target: typeof next) =>
    target && contentHref(target.date, { ...month, rolodex: target.rolodex }) + (isAdmin ? "&from=admin" : "");
  return { previous: hrefOf(previous), next: hrefOf(next) };
}
