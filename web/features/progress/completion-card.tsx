import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { ChevronRight, Headphones, X, Zap } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { EngagementResponse } from "#domain/contract/progress.ts";
import { formatNumber } from "#domain/formats.ts";
import { addDays, formatShortWeekday } from "#domain/rules/calendar-days.ts";
import { PODCAST_PATH } from "#domain/rules/feeds.ts";
import { IconButton } from "../../ui/button.tsx";
import { CompletionFrame, type CompletionFrameProps, headlineOf } from "./completion-frame.tsx";
import { activityQuery } from "./progress.query.ts";

export type CompletionCardProps = Pick<CompletionFrameProps, "isWatching" | "takesFocus" | "children"> & {
  engagement: EngagementResponse | undefined;
  next: ReactNode;
  hasAudio: boolean;
};

/** At these sessions, one with audio offers the podcast feed. The library always does. */
const OFFERS_PODCAST = [3, 4, 5];

export function CompletionCard({ engagement, next, hasAudio, children, ...frame }: CompletionCardProps) {
  const { currentStreak = 0, itemsCompleted = 0 } = engagement ?? {};
  return (
    <CompletionFrame
      {...frame}
      headline={headlineOf(currentStreak, itemsCompleted)}
      words={sessionWords(itemsCompleted)}
    >
      {/* A full week would repeat the number. */}
      {currentStreak < 7 && <WeekStrip />}
      {next}
      {children}
      {hasAudio && OFFERS_PODCAST.includes(itemsCompleted) && (
        <Link
          to={PODCAST_PATH}
          className="flex min-h-14 w-full items-center gap-3.5 rounded-xl border border-line px-4 text-left font-semibold hover:text-bolt"
        >
          <Headphones className="size-6 shrink-0 text-bolt" />
          Listen in your podcast app
          <ChevronRight className="ml-auto size-4 text-muted" />
        </Link>
      )}
    </CompletionFrame>
  );
}

const sessionWords = (sessions: number) => sessions > 1 && `${formatNumber(sessions)} sessions in total`;

type CompletionNoteProps = { engagement: EngagementResponse; href: string; onClose: () => void; children: ReactNode };

/** The completion card on pages other than the item's: smaller, and it doesn't take focus. */
export function CompletionNote({ engagement, href, onClose, children }: CompletionNoteProps) {
  const { currentStreak, itemsCompleted } = engagement;
  return (
    <section
      aria-labelledby="completion-heading"
      className="completion relative isolate grid gap-3 rounded-card border border-bolt/45 bg-panel p-4 shadow-2xl shadow-black"
    >
      <div className="flex items-center gap-3">
        <span
          aria-hidden="true"
          className="completion-bolt bolt-fill grid size-11 shrink-0 place-items-center rounded-full"
        >
          <Zap fill="currentColor" className="size-6 text-night" />
        </span>
        <div role="status" className="min-w-0 flex-1">
          <h2 id="completion-heading" className="text-2xl tabular-nums">
            {headlineOf(currentStreak, itemsCompleted)}
          </h2>
          <p className="font-semibold text-muted text-sm">{sessionWords(itemsCompleted)}</p>
        </div>
        <IconButton icon={X} label="Close" className="!border-transparent !bg-transparent" onClick={onClose} />
      </div>
      <WeekStrip />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Link to={href} className="inline-flex min-h-11 items-center gap-1 font-bold text-bolt">
          Open session
          <ChevronRight className="size-4" />
        </Link>
        <div className="-mx-3.5">{children}</div>
      </div>
    </section>
  );
}

function WeekStrip() {
  const { data } = useQuery(activityQuery);
  const done = new Set(data?.days.map(({ date }) => date));
  return (
    <ol aria-label="Your last seven days" className="flex min-h-16 w-full flex-wrap justify-center">
      {data &&
        [-6, -5, -4, -3, -2, -1, 0].map((offset) => {
          const date = addDays(data.today, offset);
          const isDone = done.has(date);
          return (
            <li
              key={date}
              className="grid min-w-0 max-w-[3rem] flex-[1_0_2rem] content-start justify-items-center gap-1.5"
            >
              <span
                aria-hidden="true"
                className={clsx(
                  "grid size-8 place-items-center rounded-full border",
                  isDone ? "bolt-fill border-transparent text-night" : "border-control",
                  date === data.today && "completion-today",
                )}
              >
                {isDone && <Zap fill="currentColor" className="size-4" />}
              </span>
              <span className="text-xs font-semibold text-muted">
                {formatShortWeekday(date)}
                <span className="sr-only">{isDone ? ", done" : ", not done"}</span>
              </span>
            </li>
          );
        })}
    </ol>
  );
}
