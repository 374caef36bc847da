import { Clock } from "lucide-react";
import type { SessionUser } from "#domain/contract/account.ts";
import type { ContentItem } from "#domain/contract/content/content.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { zoneWords } from "#domain/rules/time-zones.ts";
import { opensOn } from "./dashboard-address.ts";

export function OpensLater({ item, user }: { item: ContentItem; user: SessionUser }) {
  const opens = opensOn(item, user);
  const zone = zoneWords(user.timezone);
  // The item's own date stands above.
  const day = opens < item.date ? "the day before" : "that day";
  const when = opens === addDays(user.today, 1) ? `tonight at midnight ${zone}` : `${day} at 12:00 AM ${zone}`;
  return (
    <p className="flex items-center gap-2 text-muted">
      <Clock className="size-5 shrink-0 text-warn" />
      <span>Opens {when}</span>
    </p>
  );
}
