import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { answeredAhead } from "../../lib/read-ahead.ts";
import { readLibraryPage } from "./content.query.ts";
import type { LibraryFilter } from "./library-address.ts";

/** Long enough for Back from a session to find the list, and the place in it, as they were. */
const KEPT_MS = 600_000;

/** The first page, which the page requests ahead. */
export function firstPage(filter: LibraryFilter) {
  return answeredAhead(["/api/content/library", filter], () => readLibraryPage(filter));
}

export function libraryQuery(filter: LibraryFilter) {
  const { queryKey, queryFn } = firstPage(filter);
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam: cursor }) => (cursor === null ? queryFn() : readLibraryPage({ ...filter, cursor })),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    gcTime: KEPT_MS,
  });
}
