import { CalendarClock } from "lucide-react";
import type { SessionUser } from "#domain/contract/account.ts";
import type { ContentItem } from "#domain/contract/content/content.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { opensOn, THAT_DAY } from "./dashboard-address.ts";

export function OpensLater({ item, user }: { item: ContentItem; user: SessionUser }) {
  const opens = opensOn(item, user);
  return (
    <section
      aria-label="Coming Soon"
      className="grid justify-items-center gap-2 rounded-card border border-line bg-panel px-5 py-8 text-center"
    >
      <p className="inline-flex items-center gap-2 text-sm font-bold semi-wide text-warn">
        <CalendarClock className="size-4.5" />
        Coming Soon
      </p>
      <p className="text-balance text-xl">
        Opens <strong>{opens === item.date ? THAT_DAY : formatLongDate(opens)}</strong> at midnight your time.
      </p>
    </section>
  );
}
