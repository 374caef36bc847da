import { useQuery } from "@tanstack/react-query";
import { CalendarCheck, Flame, type LucideIcon, Play } from "lucide-react";
import { engagementQuery } from "./progress.query.ts";

/** The dashboard's three figures; a missing value shows as 0 (spec section 2). */
export function EngagementStats() {
  const engagement = useQuery(engagementQuery);
  const { videosWatched, currentStreak, thisMonthTotal } = engagement.data ?? {};
  const stats: readonly { label: string; value: number | undefined; unit: string; icon: LucideIcon }[] = [
    { label: "Videos Watched", value: videosWatched, unit: "all time", icon: Play },
    { label: "Current Streak", value: currentStreak, unit: currentStreak === 1 ? "day" : "days", icon: Flame },
    {
      label: "This Month",
      value: thisMonthTotal,
      unit: thisMonthTotal === 1 ? "session" : "sessions",
      icon: CalendarCheck,
    },
  ];
  return (
    <section aria-label="Your progress" className="grid gap-3">
      <dl className="grid grid-cols-3 divide-x divide-line overflow-hidden rounded-card border border-line bg-panel">
        {stats.map(({ label, value, unit, icon: Icon }) => (
          <div key={label} className="flex flex-col gap-2 px-3.5 py-4 sm:px-6 sm:py-5">
            <dt className="flex min-h-8 items-start gap-1.5 text-xs font-semibold semi-wide leading-4 text-muted sm:min-h-0 sm:text-sm">
              <Icon aria-hidden="true" className="mt-px hidden size-4 text-bolt sm:block" />
              {label}
            </dt>
            <dd className="flex flex-wrap items-baseline gap-x-2">
              <span className="text-4xl font-extrabold wide leading-none tabular-nums sm:text-5xl">{value ?? 0}</span>
              <span className="text-xs text-muted sm:text-sm">{unit}</span>
            </dd>
          </div>
        ))}
      </dl>
      {engagement.isError && (
        <p role="alert" className="text-sm text-muted">
          Your figures did not load.{" "}
          <button
            type="button"
            className="min-h-11 font-semibold text-bolt underline"
            onClick={() => engagement.refetch()}
          >
            Try again
          </button>
        </p>
      )}
    </section>
  );
}
