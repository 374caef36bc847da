import { Clock } from "lucide-react";
import type { SessionUser } from "#domain/contract/account.ts";
import type { ContentItem } from "#domain/contract/content/content.ts";
import { addDays, formatMonthDay, formatShortWeekday } from "#domain/rules/calendar-days.ts";
import { opensOn } from "./dashboard-address.ts";

export function OpensLater({ item, user }: { item: ContentItem; user: SessionUser }) {
  const opens = opensOn(item, user);
  return (
    <p className="flex min-h-14 flex-1 items-center gap-3 rounded-xl border border-line bg-panel px-4 text-muted text-sm leading-tight sm:flex-initial sm:text-base">
      <Clock className="size-5 shrink-0 text-warn" />
      <span>
        Opens {opens === addDays(user.today, 1) ? "tonight" : `${formatShortWeekday(opens)}, ${formatMonthDay(opens)},`}{" "}
        at <strong className="text-ink">midnight</strong>
      </span>
    </p>
  );
}
