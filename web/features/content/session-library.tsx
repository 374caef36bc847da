import { useInfiniteQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { useLocation, useSearchParams } from "react-router";
import { formatCount } from "#domain/formats.ts";
import { hasErrorCode } from "../../lib/api-error.ts";
import { useReplaceParams } from "../../lib/use-replace-params.ts";
import { Button } from "../../ui/button.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { libraryQuery } from "./library.query.ts";
import { type LibraryFlag, readFilter } from "./library-address.ts";
import { LibraryFilters } from "./library-filters.tsx";
import { SessionRow } from "./session-row.tsx";

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
