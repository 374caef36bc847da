import { CalendarClock } from "lucide-react";
import type { SessionUser } from "#domain/contract/account.ts";
import type { ContentItem } from "#domain/contract/content/content.ts";
import { MINUTE_MS } from "#domain/durations.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { isKnownZone } from "#domain/rules/local-time.ts";
import { useNow } from "../../lib/use-now.ts";
import { opensOn } from "./dashboard-address.ts";

/** "2 days 3 hours", "3 hours 5 minutes", "5 minutes": the largest unit, plus the next one unless it is zero. */
export function countdownWords(milliseconds: number): string {
  const minutes = Math.max(1, Math.ceil(milliseconds / MINUTE_MS));
  const parts = [
    [Math.floor(minutes / 1440), "day"],
    [Math.floor(minutes / 60) % 24, "hour"],
    [minutes % 60, "minute"],
  ] as const;
  const first = parts.findIndex(([count]) => count > 0);
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}${count === 1 ? "" : "s"}`)
    .join(" ");
}

export function OpensLater({ item, user }: { item: ContentItem; user: SessionUser }) {
  const now = useNow(MINUTE_MS / 4);
  const date = opensOn(item, user);
  const left = isKnownZone(user.timezone) ? instantAt(date, 0, user.timezone) - now : null;
  return (
    <section
      aria-label="Coming Soon"
      className="grid justify-items-center gap-2 rounded-card border border-line bg-panel px-5 py-8 text-center"
    >
      <p className="inline-flex items-center gap-2 text-sm font-bold semi-wide text-warn">
        <CalendarClock className="size-4.5" />
        Coming Soon
      </p>
      {left !== null && (
        <p role="timer" className="text-balance text-3xl font-extrabold wide leading-tight tabular-nums sm:text-4xl">
          {left > 0 ? (
            <>
              Opens in <span className="inline-block">{countdownWords(left)}</span>
            </>
          ) : (
            "Open now"
          )}
        </p>
      )}
      {left !== null && left <= 0 ? (
        <button
          type="button"
          onClick={() => window.location.reload()}
          className="min-h-11 px-2 font-bold text-bolt underline underline-offset-4"
        >
          Open session
        </button>
      ) : (
        <p className="text-muted">
          Opens <strong className="text-ink">{formatLongDate(date)}</strong> at midnight your time.
        </p>
      )}
    </section>
  );
}
