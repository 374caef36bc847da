import { Clock } from "lucide-react";
import type { SessionUser } from "#domain/contract/account.ts";
import type { ContentItem } from "#domain/contract/content/content.ts";
import { addDays, formatMonthDay, formatShortWeekday } from "#domain/rules/calendar-days.ts";
import { opensOn } from "./dashboard-address.ts";

export function OpensLater({ item, user }: { item: ContentItem; user: SessionUser }) {
  const opens = opensOn(item, user);
  const day = opens === addDays(user.today, 1) ? "tonight" : `${formatShortWeekday(opens)}, ${formatMonthDay(opens)},`;
  return (
    <p className="flex items-center gap-2 text-muted">
      <Clock className="size-5 shrink-0 text-warn" />
      <span>{`Opens ${day} at midnight your time`}</span>
    </p>
  );
}
