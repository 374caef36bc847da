import { Check, Headphones, Play } from "lucide-react";
import type { ReactNode } from "react";
import { Link, type LinkProps } from "react-router";
import type { BrowsedItem } from "#domain/contract/content/browse.ts";
import { formatMinutes } from "#domain/formats.ts";
import { contentPath } from "#domain/paths.ts";
import { formatMonthDay } from "#domain/rules/calendar-days.ts";
import { Artwork } from "../../brand/artwork.tsx";

type SessionRowProps = { item: BrowsedItem; state?: LinkProps["state"]; above?: ReactNode; children?: ReactNode };

/** A session as a row that leads to it, with its picture; `above` is over its title, `children` at the end of the row. */
export function SessionRow({ item, state, above, children }: SessionRowProps) {
  return (
    <div className="relative flex items-center gap-1 rounded-card border border-line bg-panel pr-1 hover:border-control">
      <Link
        to={contentPath(item.date)}
        state={state}
        className="flex min-w-0 flex-1 items-center gap-3.5 rounded-card p-2.5 hover:text-bolt"
      >
        <span className="relative shrink-0 overflow-hidden rounded-xl">
          <Artwork date={item.date} own={item.artworkFilename} className="h-16 w-20 max-[22.5rem]:w-16 sm:w-30" />
          {!item.completed && item.progressPercent > 0 && <Bar percent={item.progressPercent} />}
        </span>
        <span className="grid min-w-0 gap-1">
          {above}
          <span className="line-clamp-2 wrap-anywhere font-bold leading-snug">{item.title}</span>
          <Facts item={item} />
        </span>
      </Link>
      {children}
    </div>
  );
}

function Bar({ percent }: { percent: number }) {
  return (
    <span className="absolute inset-x-0 bottom-0 flex bg-night/80">
      <span style={{ width: `${percent}%` }} className="border-bolt border-t-4" />
    </span>
  );
}

function Facts({ item: { date, duration, hasAudio, hasVideo, completed, progressPercent } }: { item: BrowsedItem }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5 text-muted text-sm tabular-nums">
      <time dateTime={date}>{`${formatMonthDay(date)}, ${date.slice(0, 4)}`}</time>
      {duration !== null && <span>{formatMinutes(duration)}</span>}
      {hasAudio && <Medium icon={Headphones} name="Audio" />}
      {hasVideo && <Medium icon={Play} name="Video" />}
      {completed && (
        <span className="inline-flex items-center gap-1 text-bolt">
          <Check aria-hidden="true" className="size-4" />
          Done
        </span>
      )}
      {!completed && progressPercent > 0 && <span className="text-ink">{progressPercent}% done</span>}
    </span>
  );
}

function Medium({ icon: Icon, name }: { icon: typeof Play; name: string }) {
  return (
    <span>
      <Icon aria-hidden="true" className="size-4" />
      <span className="sr-only">{name}</span>
    </span>
  );
}
