import { clsx } from "clsx";
import { Search } from "lucide-react";
import type { Ref } from "react";
import type { BrowseCounts } from "#domain/contract/content/browse.ts";
import { MAX_SEARCH } from "#domain/rules/search.ts";
import { useTypedSearch } from "../../lib/use-typed-search.ts";
import { LIBRARY_FLAGS, type LibraryFilter, type LibraryFlag } from "./library.query.ts";

const LABELS: Record<LibraryFlag, string> = {
  notDone: "Not done",
  audio: "Audio",
  video: "Video",
  favorites: "Favorites",
};

type LibraryFiltersProps = {
  filter: LibraryFilter;
  /** Undefined while unknown, and offline. */
  counts: BrowseCounts | undefined;
  onSearch: (text: string) => void;
  onFlag: (flag: LibraryFlag) => void;
  inputRef: Ref<HTMLInputElement>;
};

export function LibraryFilters({ filter, counts, onSearch, onFlag, inputRef }: LibraryFiltersProps) {
  const search = useTypedSearch(filter.q ?? "", onSearch);
  return (
    <search className="grid gap-3 in-data-offline:hidden">
      <form onSubmit={search.submit} className="relative">
        <Search className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-muted" />
        <input
          ref={inputRef}
          type="search"
          aria-label="Search titles, descriptions, and transcripts"
          placeholder="Search sessions"
          enterKeyHint="search"
          maxLength={MAX_SEARCH}
          autoComplete="off"
          value={search.text}
          onChange={({ target }) => search.type(target.value)}
          className="min-h-12 w-full rounded-xl border border-control bg-night pr-3 pl-11 text-base text-ink placeholder:text-muted focus-visible:outline-offset-0"
        />
      </form>
      <fieldset className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-1.5 sm:flex sm:gap-2">
        <legend className="sr-only">Show only</legend>
        {LIBRARY_FLAGS.map((flag) => (
          <button
            key={flag}
            type="button"
            aria-pressed={filter[flag] === "1"}
            onClick={() => onFlag(flag)}
            className={clsx(
              "flex min-h-11 items-center justify-between gap-2 rounded-full border px-4 font-semibold text-sm semi-wide",
              filter[flag] ? "border-bolt bg-bolt/12 text-bolt" : "border-control bg-raised text-ink hover:border-bolt",
            )}
          >
            {LABELS[flag]} {/* As wide as most counts, so nothing moves when they arrive. */}
            <span className="min-w-[3ch] text-right font-normal text-muted tabular-nums">{counts?.[flag]}</span>
          </button>
        ))}
      </fieldset>
    </search>
  );
}
