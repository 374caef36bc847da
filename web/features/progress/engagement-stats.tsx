import { useQuery } from "@tanstack/react-query";
import { Check, Flame, type LucideIcon, Play } from "lucide-react";
import { lazyExtra } from "../../lib/lazy-extra.tsx";
import { TryAgain } from "../../ui/button.tsx";
import { Figure } from "./hub-streak.tsx";
import { engagementQuery } from "./progress.query.ts";

/** A member who finished this many sessions is likely to come back. */
const INSTALL_FROM_SESSIONS = 3;

// Without its code there is no card.
const InstallCard = lazyExtra(() => import("./install-card.tsx").then((module) => module.InstallCard));

const many = (count: number | undefined, one: string) => (count === 1 ? one : `${one}s`);

/** The specification's three figures, at the end of the dashboard: the dial shows the streak first. */
export function EngagementStats() {
  const engagement = useQuery(engagementQuery);
  const { videosWatched, currentStreak, thisMonthTotal } = engagement.data ?? {};
  const stats: readonly { label: string; value: number | undefined; unit: string; icon: LucideIcon }[] = [
    { label: "Videos Watched", value: videosWatched, unit: "all time", icon: Play },
    { label: "Current Streak", value: currentStreak, unit: many(currentStreak, "day"), icon: Flame },
    { label: "This Month", value: thisMonthTotal, unit: many(thisMonthTotal, "session"), icon: Check },
  ];
  return (
    <section aria-label="Your progress" className="grid content-start gap-3">
      <dl className="grid grid-cols-3 divide-x divide-line overflow-hidden rounded-card border border-line bg-panel">
        {stats.map(({ label, value, unit, icon: Icon }) => (
          <div key={label} className="flex flex-col gap-2 px-3.5 py-4 sm:px-6 sm:py-5">
            <dt className="flex min-h-8 items-start gap-1.5 text-xs font-semibold semi-wide leading-[1rem] text-muted sm:min-h-0 sm:text-sm">
              <Icon className="hidden size-4 text-bolt sm:block" />
              {label}
            </dt>
            <dd className="flex flex-col gap-x-2 gap-y-1.5 sm:flex-row sm:items-baseline">
              <Figure value={value} className="text-4xl sm:text-5xl" />
              <span className="text-xs text-muted sm:text-sm">{unit}</span>
            </dd>
          </div>
        ))}
      </dl>
      {engagement.isError && (
        <p role="alert" className="px-1 text-sm text-muted">
          Your stats didn't load. <TryAgain query={engagement} />
        </p>
      )}
      {(engagement.data?.itemsCompleted ?? 0) >= INSTALL_FROM_SESSIONS && <InstallCard />}
    </section>
  );
}
