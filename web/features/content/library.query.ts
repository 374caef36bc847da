import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, read } from "../../lib/api.ts";
import { answeredAhead } from "../../lib/read-ahead.ts";
import type { LibraryFilter } from "./library-address.ts";

export const LIBRARY_KEY = "/api/content/library";
/** Long enough for Back from a session to find the list, and the place in it, as they were. */
const KEPT_MS = 600_000;

const readPage = (query: LibraryFilter & { started?: "1"; cursor?: string }) =>
  read(api.content.library.$get({ query }));

/** The first page, which the page requests ahead. */
export function firstPage(filter: LibraryFilter) {
  return answeredAhead([LIBRARY_KEY, filter], () => readPage(filter));
}

export function libraryQuery(filter: LibraryFilter) {
  const { queryKey, queryFn } = firstPage(filter);
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam: cursor }) => (cursor === null ? queryFn() : readPage({ ...filter, cursor })),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    gcTime: KEPT_MS,
  });
}

/** The newest sessions that were started and not completed. */
export const startedQuery = queryOptions(
  answeredAhead(["/api/content/library/started"], () => readPage({ started: "1" })),
);
