import { useQuery } from "@tanstack/react-query";
import { Check, Flame, type LucideIcon, Play, Zap } from "lucide-react";
import type { ReactNode } from "react";
import { lazyExtra } from "../../lib/lazy-extra.tsx";
import { TryAgain } from "../../ui/button.tsx";
import { engagementQuery } from "./progress.query.ts";

/** A member who finished this many sessions is likely to come back. */
const INSTALL_FROM_SESSIONS = 3;

// Without its code there is no card.
const InstallCard = lazyExtra(() => import("./install-card.tsx").then((module) => module.InstallCard));

/** A figure missing from the response shows as 0 (spec section 2). Without a response nothing is known, so no 0 is shown. */
function Figure({ value, className }: { value: number | undefined; className: string }) {
  const engagement = useQuery(engagementQuery);
  return (
    <span className={`font-extrabold wide leading-none tabular-nums ${className}`}>
      {engagement.data ? (
        (value ?? 0)
      ) : (
        <>
          <span aria-hidden="true" className="text-muted">
            –
          </span>
          <span className="sr-only">not available yet</span>
        </>
      )}
    </span>
  );
}

const many = (count: number | undefined, one: string) => (count === 1 ? one : `${one}s`);

/** The streak above the month's progress; before the first session, where to start. */
export function HubStreak({ children }: { children: ReactNode }) {
  const { currentStreak, itemsCompleted } = useQuery(engagementQuery).data ?? {};
  if (itemsCompleted === 0) {
    return (
      <p className="text-center font-extrabold wide">
        <span className="flex h-13 flex-col items-center justify-end gap-1 text-2xl leading-7">
          <Zap fill="currentColor" className="size-6 text-bolt" />
          Day 1
        </span>{" "}
        <span className="mt-3.5 block h-8 text-[calc(var(--spacing)*3.25)] font-semibold semi-wide text-muted">
          starts here
        </span>
      </p>
    );
  }
  return (
    <>
      {/* Beside the dial on wide screens, the figures show the streak. */}
      <p className="flex h-13 flex-col items-center justify-end gap-1 xl:hidden">
        <span className="flex items-center gap-1.5">
          <Flame className="size-6 text-bolt" />
          <Figure value={currentStreak} className="text-[calc(var(--spacing)*9.5)]" />
        </span>
        <span className="text-[calc(var(--spacing)*2.75)] font-semibold semi-wide leading-3 text-muted">
          {currentStreak === undefined || currentStreak > 1 ? "days in a row" : "day streak"}
        </span>
      </p>
      {children}
    </>
  );
}

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
      <dl className="grid grid-cols-3 divide-x divide-line overflow-hidden rounded-card border border-line bg-panel xl:grid-cols-1 xl:divide-x-0 xl:divide-y">
        {stats.map(({ label, value, unit, icon: Icon }) => (
          <div key={label} className="flex flex-col gap-2 px-3.5 py-4 sm:px-6 sm:py-5 xl:py-4.5">
            <dt className="flex min-h-8 items-start gap-1.5 text-xs font-semibold semi-wide leading-[1rem] text-muted sm:min-h-0 sm:text-sm">
              <Icon className="mt-px hidden size-4 text-bolt sm:block" />
              {label}
            </dt>
            <dd className="flex flex-col gap-x-2 gap-y-1.5 sm:flex-row sm:items-baseline">
              <Figure value={value} className="text-4xl sm:text-5xl xl:text-4xl" />
              <span className="text-xs text-muted sm:text-sm">{unit}</span>
            </dd>
          </div>
        ))}
      </dl>
      <div className="min-h-6 px-1 text-sm text-muted">
        {engagement.data?.isStreakAtRisk && (
          <p className="font-semibold text-flare">{`Finish one session today to keep your ${currentStreak}-day streak.`}</p>
        )}
        {engagement.isError && (
          <p role="alert">
            Your stats didn't load. <TryAgain query={engagement} />
          </p>
        )}
      </div>
      {(engagement.data?.itemsCompleted ?? 0) >= INSTALL_FROM_SESSIONS && <InstallCard />}
    </section>
  );
}
