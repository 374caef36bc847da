import { useInfiniteQuery } from "@tanstack/react-query";
import { Check, SearchX } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import type { BrowsedItem } from "#domain/contract/content/browse.ts";
import { formatCount, formatMinutes } from "#domain/formats.ts";
import { contentPath } from "#domain/paths.ts";
import { formatMonthDay } from "#domain/rules/calendar-days.ts";
import { Artwork } from "../../brand/artwork.tsx";
import { hasErrorCode } from "../../lib/api-error.ts";
import { useReplaceParams } from "../../lib/use-replace-params.ts";
import { Button } from "../../ui/button.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { leavingLibrary } from "./dashboard-address.ts";
import { FavoriteButton } from "./favorite-button.tsx";
import { type LibraryFlag, libraryQuery, readFilter } from "./library.query.ts";
import { LibraryFilters } from "./library-filters.tsx";

/** The filter in the URL. A filter that is pressed is a step that Back undoes; typing isn't. */
function useLibraryFilter() {
  const [params, setParams] = useSearchParams();
  const replaceParams = useReplaceParams();
  // Typing that pauses after a filter was pressed must not undo it, so the next address comes from the present one.
  const present = () => readFilter(new URLSearchParams(window.location.search));
  return {
    filter: readFilter(params),
    search(q: string) {
      const { q: _, ...flags } = present();
      replaceParams(q === "" ? flags : { q, ...flags });
    },
    toggle(flag: LibraryFlag) {
      const { [flag]: isOn, ...others } = present();
      setParams(isOn ? others : { ...others, [flag]: "1" });
    },
    clear: () => setParams({}),
  };
}

function foundText(count: number, hasMore: boolean): string {
  if (count === 0) return "No sessions match";
  return hasMore ? `The newest ${formatCount(count, "session")}` : formatCount(count, "session");
}

export function SessionLibrary({ accessEnded }: { accessEnded: ReactNode }) {
  const { search: address } = useLocation();
  const { filter, search, toggle, clear } = useLibraryFilter();
  const library = useInfiniteQuery(libraryQuery(filter));
  const field = useRef<HTMLInputElement>(null);
  if (hasErrorCode(library.error, "no_access")) return accessEnded;
  const isNarrowed = Object.keys(filter).length > 0;
  const items = library.data?.pages.flatMap((page) => page.items);
  const count = items?.length;
  return (
    <div className="grid grid-cols-1 gap-4">
      <LibraryFilters inputRef={field} filter={filter} onSearch={search} onFlag={toggle} />
      <p role="status" className={count === 0 ? "sr-only" : "min-h-5 text-muted text-sm"}>
        {count !== undefined && !library.isPlaceholderData && foundText(count, library.hasNextPage)}
      </p>
      <QueryPanel query={library} loading="Loading sessions..." failed="Your sessions didn't load">
        {() =>
          count === 0 ? (
            <Nothing
              isNarrowed={isNarrowed}
              onClear={() => {
                clear();
                field.current?.focus();
              }}
            />
          ) : (
            <ul aria-label="Sessions" aria-busy={library.isPlaceholderData} className="grid gap-2.5 lg:grid-cols-2">
              {items?.map((item) => (
                <SessionRow key={item.id} item={item} search={address} />
              ))}
            </ul>
          )
        }
      </QueryPanel>
      <ShowMore list={library} />
    </div>
  );
}

function Nothing({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  if (!isNarrowed) return <StatePanel kind="empty" title="No sessions yet. The first one is on its way." />;
  return (
    <StatePanel kind="empty" icon={SearchX} title="No sessions match" detail="Try other words or fewer filters.">
      <Button variant="secondary" onClick={onClear}>
        Clear
      </Button>
    </StatePanel>
  );
}

/** A session in the library: a link to it, and its heart. `search` is the library's query, for the way back. */
function SessionRow({ item, search }: { item: BrowsedItem; search: string }) {
  const isStarted = !item.completed && item.progressPercent > 0;
  return (
    <li className="relative flex items-center gap-1 rounded-card border border-line bg-panel pr-1 hover:border-control">
      <Link
        to={contentPath(item.date)}
        state={leavingLibrary(search)}
        className="flex min-w-0 flex-1 items-center gap-3.5 rounded-card p-2.5 hover:text-bolt"
      >
        <span className="relative shrink-0 overflow-hidden rounded-xl">
          <Artwork date={item.date} own={item.artworkFilename} className="h-16 w-20 max-[22.5rem]:w-16 sm:w-30" />
          {isStarted && <Bar percent={item.progressPercent} />}
        </span>
        <span className="grid min-w-0 gap-1">
          <span className="line-clamp-2 wrap-anywhere font-bold leading-snug">{item.title}</span>
          <Facts item={item} isStarted={isStarted} />
        </span>
      </Link>
      <FavoriteButton item={item} className="in-data-offline:hidden" />
    </li>
  );
}

function Bar({ percent }: { percent: number }) {
  return (
    <span className="absolute inset-x-0 bottom-0 flex bg-night/80">
      <span style={{ width: `${percent}%` }} className="border-bolt border-t-4" />
    </span>
  );
}

function Facts({ item, isStarted }: { item: BrowsedItem; isStarted: boolean }) {
  const { date, duration, hasAudio, hasVideo, completed, progressPercent } = item;
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5 text-muted text-sm tabular-nums">
      <time dateTime={date}>{`${formatMonthDay(date)}, ${date.slice(0, 4)}`}</time>
      {duration !== null && <span>{formatMinutes(duration)}</span>}
      <span className="empty:hidden">{[hasAudio && "Audio", hasVideo && "Video"].filter(Boolean).join(", ")}</span>
      {completed && (
        <span className="inline-flex items-center gap-1 text-bolt">
          <Check className="size-4" />
          Done
        </span>
      )}
      {isStarted && <span className="text-ink">{progressPercent}% done</span>}
    </span>
  );
}
