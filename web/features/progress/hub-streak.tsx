import { useQuery } from "@tanstack/react-query";
import { Flame, Zap } from "lucide-react";
import type { ReactNode } from "react";
import { engagementQuery } from "./progress.query.ts";

/** A figure missing from the response shows as 0 (spec section 2). Without a response nothing is known, so no 0 is shown. */
export function Figure({ value, className }: { value: number | undefined; className: string }) {
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
        <span className="mt-2 block h-10 border-bolt/50 border-t pt-2 text-[calc(var(--spacing)*3.25)] font-semibold semi-wide text-muted">
          starts here
        </span>
      </p>
    );
  }
  return (
    <>
      <p className="flex h-13 flex-col items-center justify-end gap-1">
        <span className="flex items-center gap-1.5">
          <Flame className="size-6 text-bolt" />
          {currentStreak !== 0 && <Figure value={currentStreak} className="text-[calc(var(--spacing)*9.5)]" />}
        </span>
        <span className="text-[calc(var(--spacing)*2.75)] font-semibold semi-wide leading-3 text-muted">
          {currentStreak === 0 ? "Start a streak today" : currentStreak === 1 ? "day streak" : "days in a row"}
        </span>
      </p>
      {children}
    </>
  );
}
