import { addDays } from "#domain/rules/calendar-days.ts";
import type { SubscriptionType } from "#domain/rules/plans.ts";
import { wrapIndex } from "./dial-geometry.ts";

type Listed = { date: string; comingSoon: boolean };
export type Neighbour = { date: string; index: number };

/** Where the dial opens when the address does not say: on today in the current month, otherwise on the first item. */
export function openingIndex(items: readonly Listed[], month: string, today: string): number {
  if (!today.startsWith(month)) return 0;
  const latest = items.findLastIndex((item) => item.date <= today);
  return Math.max(0, latest);
}

/** The items before and after a date inside its month, wrapping around, leaving out what does not open yet. */
export function neighboursOf(items: readonly Listed[], date: string): { previous: Neighbour; next: Neighbour } | null {
  const open = items
    .map(({ date, comingSoon }, index) => ({ date, index, comingSoon }))
    .filter((item) => !item.comingSoon);
  const here = open.findIndex((item) => item.date === date);
  if (here === -1 || open.length < 2) return null;
  const at = (step: number): Neighbour => {
    const { date, index } = open[wrapIndex(here + step, open.length)] as Neighbour;
    return { date, index };
  };
  return { previous: at(-1), next: at(1) };
}

/** The day on which a coming item opens for the member: annual members get it one day early. */
export function opensOn(date: string, subscriptionType: SubscriptionType): string {
  return subscriptionType === "annual" ? addDays(date, -1) : date;
}
