import { type GrantPlan, hasEarlyAccess } from "./access.ts";
import { addDays } from "./calendar-days.ts";

/** Items dated before the launch are never shown to members (spec section 9). */
export const LAUNCH_DATE = "2025-08-12";

export const CONTENT_STATUSES = ["draft", "published", "scheduled"] as const;
export type ContentStatus = (typeof CONTENT_STATUSES)[number];

export type Releasable = { date: string; status: ContentStatus; hidden: boolean };

/** The last date whose content the member may open: their local day, plus one with early access. */
export function releasedThrough(today: string, highestPlan: GrantPlan | null): string {
  return hasEarlyAccess(highestPlan) ? addDays(today, 1) : today;
}

function isOnOffer(item: Releasable): boolean {
  return item.status !== "draft" && !item.hidden && item.date >= LAUNCH_DATE;
}

/** Live: members may open it, its media play, and it counts for emails and streaks. */
export const isLive = (item: Releasable, through: string): boolean => isOnOffer(item) && item.date <= through;

/** Announced before its release: a published item, and the next morning's even if it's only scheduled. */
export function isAnnounced({ date, status }: Pick<Releasable, "date" | "status">, through: string): boolean {
  return date > through && (status === "published" || date === addDays(through, 1));
}

/** Coming soon: announced but not released; listed without media. */
export function isComingSoon(item: Releasable, through: string): boolean {
  return isOnOffer(item) && isAnnounced(item, through);
}
