import { type ContentItem, contentList } from "../../../domain/contract/content.ts";
import { addDays } from "../../../domain/rules/calendar-days.ts";
import { instantAt } from "../../../domain/rules/instants.ts";
import { dateIn } from "../../../domain/rules/local-time.ts";
import { callApi } from "./stack.ts";

export const CHICAGO = "America/Chicago";

export function dayAhead(days: number): string {
  return addDays(dateIn(CHICAGO, Date.now()), days);
}

/** When an hour begins in Chicago, some days from today (epoch ms). */
export function slotAhead(days: number, hour: number): number {
  return instantAt(dayAhead(days), hour, CHICAGO);
}

/** The seeded library as the administrator sees it, newest first. */
export async function readLibrary(): Promise<ContentItem[]> {
  const response = await callApi("/api/content/all", { admin: true });
  return contentList.parse(await response.json());
}

/** A released item of the seed with the media a journey needs. */
export async function findReleased(fits: (item: ContentItem) => boolean): Promise<ContentItem> {
  const today = dayAhead(0);
  const item = (await readLibrary()).find(
    (candidate) => candidate.date <= today && candidate.date > dayAhead(-14) && fits(candidate),
  );
  if (!item) throw new Error("The seed has no such item.");
  return item;
}
