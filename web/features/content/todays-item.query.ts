import { useQuery } from "@tanstack/react-query";
import type { SessionUser } from "#domain/contract/account.ts";
import { contentListQuery } from "./content.query.ts";
import { contentHref, readIndex, readMonth } from "./dashboard-address.ts";

const NOWHERE = new URLSearchParams();

/** The item a dashboard without a place in its address opens on, with its page; null if there's none, or it isn't open. */
export function useTodaysItem({ hasAccess, defaultMonth, today }: SessionUser) {
  const month = readMonth(NOWHERE, defaultMonth);
  const { data: items = [], isLoading } = useQuery({ ...contentListQuery(month), enabled: hasAccess });
  const rolodex = readIndex(NOWHERE, items, month, today);
  const item = items[rolodex];
  return { isLoading, todays: item && !item.comingSoon ? { item, href: contentHref(item.date, rolodex) } : null };
}
