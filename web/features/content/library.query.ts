import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import type { BrowsedItem, BrowseQuery } from "#domain/contract/content/browse.ts";
import { MAX_SEARCH } from "#domain/rules/search.ts";
import { readLibraryPage } from "./content.query.ts";

export const LIBRARY_FLAGS = ["notDone", "audio", "video", "favorites"] as const;
export type LibraryFlag = (typeof LIBRARY_FLAGS)[number];
export type LibraryFilter = Pick<BrowseQuery, "q" | LibraryFlag>;

/** The filter in the URL, by the names the API has for its parts; anything else is ignored. */
export function readFilter(params: URLSearchParams): LibraryFilter {
  const q = params.get("q")?.trim().slice(0, MAX_SEARCH);
  const flags = LIBRARY_FLAGS.filter((flag) => params.get(flag) === "1").map((flag) => [flag, "1"] as const);
  return { ...(q && { q }), ...Object.fromEntries(flags) };
}

/** Long enough for Back from a session to find the list, and the place in it, as they were. */
const KEPT_MS = 600_000;

export function libraryQuery(filter: LibraryFilter) {
  return infiniteQueryOptions({
    queryKey: ["/api/content/library", filter],
    queryFn: ({ pageParam: cursor }) =>
      readLibraryPage({ ...filter, ...(cursor === null ? { counts: "1" } : { cursor }) }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    gcTime: KEPT_MS,
  });
}

/** Sessions with audio after the page that named `next`, at most so many. */
export async function readAudioAfter(filter: LibraryFilter, next: string | null, most: number): Promise<BrowsedItem[]> {
  const found: BrowsedItem[] = [];
  for (let cursor = next; cursor !== null && found.length < most; ) {
    const page = await readLibraryPage({ ...filter, audio: "1", cursor });
    found.push(...page.items);
    cursor = page.next;
  }
  return found.slice(0, most);
}
