import { CalendarClock } from "lucide-react";
import type { SessionUser } from "#domain/contract/auth.ts";
import type { ContentItem } from "#domain/contract/content.ts";
import { addDays, formatLongDate } from "#domain/rules/calendar-days.ts";

type OpensLaterProps = { item: ContentItem; user: SessionUser };

/** The day on which a coming item opens for the member: VIPs get it one day early. */
export function opensOn(item: ContentItem, user: SessionUser): string {
  return user.hasEarlyAccess ? addDays(item.date, -1) : item.date;
}

export function OpensLater({ item, user }: OpensLaterProps) {
  return (
    <p className="flex items-center gap-3 rounded-xl border border-line bg-panel px-4 py-3.5 text-muted">
      <CalendarClock aria-hidden="true" className="size-5 shrink-0 text-warn" />
      <span>
        Opens <strong className="text-ink">{formatLongDate(opensOn(item, user))}</strong> at midnight your time.
      </span>
    </p>
  );
}
