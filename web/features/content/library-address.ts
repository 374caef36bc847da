import type { BrowseQuery } from "#domain/contract/content/browse.ts";
import { MAX_SEARCH } from "#domain/rules/search.ts";

export const LIBRARY_FLAGS = ["notDone", "audio", "video", "favorites"] as const;
export type LibraryFlag = (typeof LIBRARY_FLAGS)[number];
export type LibraryFilter = Pick<BrowseQuery, "q" | LibraryFlag>;

/** The filter in the URL, by the names the API has for its parts; anything else is ignored. */
export function readFilter(params: URLSearchParams): LibraryFilter {
  const q = params.get("q")?.trim().slice(0, MAX_SEARCH);
  const flags = LIBRARY_FLAGS.filter((flag) => params.get(flag) === "1").map((flag) => [flag, "1"] as const);
  return { ...(q && { q }), ...Object.fromEntries(flags) };
}
