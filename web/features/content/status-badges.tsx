import type { ListedItem } from "#domain/contract/content/content.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { Badge } from "../../ui/badge.tsx";

/** For this many days, a session that isn't started is new. */
const NEW_DAYS = 7;

type Shown = Pick<ListedItem, "date" | "comingSoon" | "completed" | "progressPercent">;

/** A member's words: Draft and Scheduled are an editor's (docs/decisions/0053-the-members-side.md). */
export function StatusBadges({ item, today }: { item: Shown; today: string }) {
  const { date, comingSoon } = item;
  const isEarly = date > today && !comingSoon;
  const own = ownBadge(item, today);
  return (
    <>
      {!isEarly && (
        <Badge tone="green" className="!border-transparent !bg-transparent !px-0">
          Published
        </Badge>
      )}
      {date === today && <Badge tone="yellow">Today</Badge>}
      {own && <Badge {...own} />}
      {isEarly && <Badge tone="blue">Early access</Badge>}
    </>
  );
}

/** The member's own badge, if any. */
function ownBadge({ date, comingSoon, completed, progressPercent }: Shown, today: string) {
  if (comingSoon) return { tone: "orange", children: "Coming Soon" } as const;
  // Its card has a tick.
  if (completed) return null;
  if (progressPercent > 0) return { children: `Started ${progressPercent}%` };
  return date < today && date > addDays(today, -NEW_DAYS) && ({ tone: "green", children: "New" } as const);
}
