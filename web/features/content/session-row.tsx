import { clsx } from "clsx";
import { Check } from "lucide-react";
import { Link } from "react-router";
import type { BrowsedItem } from "#domain/contract/content/browse.ts";
import { formatMinutes } from "#domain/formats.ts";
import { APP_PAGES, contentPath } from "#domain/paths.ts";
import { formatShortWeekday } from "#domain/rules/calendar-days.ts";
import { Artwork } from "../../brand/artwork.tsx";
import { FavoriteButton } from "./favorite-button.tsx";

/** State of a link from the library to a session, which leads back to the same search. */
export const leavingLibrary = (search: string) => ({ library: `${APP_PAGES.library}${search}` });

const ART = "h-20 w-[clamp(4.25rem,22vw,10rem)]";
export const ROWS = "grid gap-2.5 lg:grid-cols-2";

type SessionRowProps = { item: BrowsedItem; search: string; today: string; isCurrent: boolean };

/** A session in the library: a link to it, and its heart. `isCurrent`: the player has it. `search` is the library's query, for the way back. */
export function SessionRow({ item, search, today, isCurrent }: SessionRowProps) {
  return (
    <li
      className={clsx(
        "relative flex items-center gap-1 rounded-card border bg-panel pr-1",
        isCurrent ? "border-bolt" : "border-line hover:border-control",
      )}
    >
      <Link
        to={contentPath(item.date)}
        state={leavingLibrary(search)}
        aria-current={isCurrent || undefined}
        className="flex min-w-0 flex-1 items-center gap-3 rounded-card p-2.5 hover:text-bolt sm:gap-5"
      >
        <Artwork date={item.date} own={item.artworkFilename} className={`shrink-0 rounded-xl ${ART}`} />
        <span className="grid min-w-0 gap-1">
          <span className="line-clamp-3 wrap-anywhere font-bold leading-snug">{item.title}</span>
          <Facts item={item} isEarly={item.date > today} />
        </span>
      </Link>
      <FavoriteButton item={item} className="in-data-offline:hidden" />
    </li>
  );
}

function Facts({ item, isEarly }: { item: BrowsedItem; isEarly: boolean }) {
  const { date, duration, hasAudio, hasVideo, completed, progressPercent } = item;
  const isStarted = !completed && progressPercent > 0;
  return (
    <span className="grid gap-0.5 text-muted text-sm tabular-nums">
      <span>
        <time dateTime={date}>{`${formatShortWeekday(date)} ${Number(date.slice(8))}`}</time>
        {duration !== null && ` · ${formatMinutes(duration)}`}
      </span>
      <span className="flex flex-wrap items-center gap-x-2">
        {isEarly && <span className="text-info">Early access</span>}
        <span className="empty:hidden">
          {[hasAudio && "Audio", hasVideo && "Video", isStarted && `${progressPercent}% done`]
            .filter(Boolean)
            .join(" · ")}
        </span>
        {completed && <Check className="size-4" />}
        <span className="max-[22.5rem]:text-[0px]">{completed && "Done"}</span>
      </span>
    </span>
  );
}

/** Rows until the sessions are known. */
export function RowsSkeleton({ status }: { status: string }) {
  return (
    <div data-awaited="" className={`animate-pulse ${ROWS}`}>
      <p role="status" className="sr-only">
        {status}
      </p>
      {[1, 2, 3, 4, 5, 6, 7, 8].map((row) => (
        <div key={row} className="flex items-center gap-3.5 rounded-card border border-line bg-panel p-2.5 sm:gap-5">
          <div className={`shrink-0 rounded-xl bg-raised ${ART}`} />
          <div className="grid max-w-xs flex-1 gap-3">
            <div className="h-3 rounded-xl bg-raised" />
            <div className="h-3 w-1/2 rounded-xl bg-raised" />
          </div>
        </div>
      ))}
    </div>
  );
}
