import type { SessionUser } from "#domain/contract/account.ts";
import type { ContentItem } from "#domain/contract/content/content.ts";
import { addDays } from "#domain/rules/calendar-days.ts";

/** The day a coming item opens for the member: VIPs get it one day early. */
export function opensOn(item: Pick<ContentItem, "date">, user: Pick<SessionUser, "hasEarlyAccess">): string {
  return user.hasEarlyAccess ? addDays(item.date, -1) : item.date;
}
