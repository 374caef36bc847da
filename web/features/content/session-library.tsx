import { useInfiniteQuery } from "@tanstack/react-query";
import { Heart, Play, SearchX } from "lucide-react";
import { type ReactNode, useRef } from "react";
import type { BrowseCounts, BrowsedItem } from "#domain/contract/content/browse.ts";
import { formatCount } from "#domain/formats.ts";
import { hasErrorCode } from "../../lib/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { LIBRARY_FLAGS, type LibraryFilter, libraryQuery, readAudioAfter } from "./library.query.ts";
import { LibraryFilters } from "./library-filters.tsx";
import { LibraryMonths } from "./library-months.tsx";
import { RowsSkeleton } from "./session-row.tsx";
import { useLibraryFilter } from "./use-library-filter.ts";

type SessionLibraryProps = {
  today: string;
  accessEnded: ReactNode;
  /** Below the filters. */
  offer?: ReactNode;
  /** The date of the session in the player. */
  playing?: string | undefined;
  /** Whether the player has a queue already. */
  isQueued?: boolean;
  /** Called with the sessions shown, and what reads at most so many with audio after them. */
  onPlay: (shown: BrowsedItem[], readMore: (most: number) => Promise<BrowsedItem[]>) => void;
};

export function SessionLibrary({ today, accessEnded, offer, playing, isQueued, onPlay }: SessionLibraryProps) {
  const { filter, search, toggle, clear } = useLibraryFilter();
  const library = useInfiniteQuery(libraryQuery(filter));
  const field = useRef<HTMLInputElement>(null);
  if (hasErrorCode(library.error, "no_access")) return accessEnded;
  const pages = library.data?.pages;
  const items = pages?.flatMap((page) => page.items) ?? [];
  const counts = pages?.[0]?.counts;
  const hasAudio = items.some(({ audioFilename }) => audioFilename !== null);
  const isKnown = pages !== undefined && !library.isPlaceholderData;
  const isEmpty = pages !== undefined && items.length === 0;
  const asked = askedBy(filter);
  // The pressed filter shows the same count.
  const isCounted = LIBRARY_FLAGS.some((flag) => filter[flag]);
  return (
    <div className="grid grid-cols-1 gap-4">
      <LibraryFilters
        inputRef={field}
        filter={filter}
        counts={asked === "favorites" && isEmpty ? undefined : counts}
        onSearch={search}
        onFlag={toggle}
      />
      {/* On a phone in landscape, one row. */}
      <div className="flex flex-col gap-4 short:flex-row">
        {offer}
        <div className="flex min-h-11 flex-1 flex-wrap items-center justify-between gap-x-4">
          <p role="status" className={isEmpty || isCounted ? "sr-only" : "text-muted text-sm"}>
            {isKnown && (isEmpty ? NOTHING[asked].title : foundText(counts, items.length))}
          </p>
          {hasAudio && (
            <Button
              variant={isQueued ? "secondary" : "primary"}
              size="sm"
              className="ml-auto shrink-0"
              isBusy={library.isPlaceholderData}
              onClick={() => onPlay(items, (most) => readAudioAfter(filter, pages?.at(-1)?.next ?? null, most))}
            >
              <Play fill="currentColor" className="size-4" />
              Play all audio
            </Button>
          )}
        </div>
      </div>
      {library.isPending && <RowsSkeleton status="Loading sessions..." />}
      <QueryPanel query={library} failed="Your sessions didn't load" />
      {isEmpty && (
        <Nothing
          asked={asked}
          onClear={() => {
            clear();
            field.current?.focus();
          }}
        />
      )}
      <LibraryMonths items={items} today={today} playing={playing} isBusy={library.isPlaceholderData} />
      <ShowMore list={library} />
    </div>
  );
}

/** Without counts, which are missing offline, it's those stored on this device. */
const foundText = (counts: BrowseCounts | undefined, stored: number) =>
  counts ? formatCount(counts.all, "session") : `${formatCount(stored, "session")} saved`;

/** What the filter asks for: anything, only words, only favorites, or something narrower. */
function askedBy(filter: LibraryFilter): keyof typeof NOTHING {
  const [only, ...others] = Object.keys(filter);
  if (others.length > 0) return "some";
  if (only === undefined) return "all";
  return only === "q" ? "words" : only === "favorites" ? "favorites" : "some";
}

const NOTHING = {
  all: { title: "No sessions yet. The first one is on its way." },
  favorites: { title: "No favorites yet", detail: "Tap a session's heart to keep it here." },
  words: { title: "No sessions match", detail: "Try other words." },
  some: { title: "No sessions match", detail: "Try other words or fewer filters." },
};

function Nothing({ asked, onClear }: { asked: keyof typeof NOTHING; onClear: () => void }) {
  if (asked === "all") return <StatePanel kind="empty" {...NOTHING.all} />;
  return (
    <StatePanel kind="empty" icon={asked === "favorites" ? Heart : SearchX} {...NOTHING[asked]}>
      <Button variant="secondary" onClick={onClear}>
        Show all sessions
      </Button>
    </StatePanel>
  );
}
