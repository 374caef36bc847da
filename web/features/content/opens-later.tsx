import { CalendarClock } from "lucide-react";
import type { ContentItem } from "#domain/contract/content.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import type { SubscriptionType } from "#domain/rules/plans.ts";
import { opensOn } from "./month-list.ts";

export function OpensLater({ item, subscriptionType }: { item: ContentItem; subscriptionType: SubscriptionType }) {
  return (
    <p className="flex items-center gap-3 rounded-xl border border-line bg-panel px-4 py-3.5 text-muted">
      <CalendarClock aria-hidden="true" className="size-5 shrink-0 text-warn" />
      <span>
        Opens <strong className="text-ink">{formatLongDate(opensOn(item.date, subscriptionType))}</strong> at midnight
        your time.
      </span>
    </p>
  );
}
