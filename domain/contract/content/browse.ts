import * as z from "zod";
import { MAX_SEARCH } from "../../rules/search.ts";
import { optionalText } from "../fields.ts";
import { ownProgress } from "./content.ts";

/** Keeps a member's list, and what reads it, small. */
export const MAX_FAVORITES = 500;

const flag = z.literal("1", "A filter must be 1 or omitted").optional();

/** A page of the member's library; filters narrow it together. `started`: begun and not completed. `counts` reads the whole library. */
export const browseQuery = z.object({
  q: optionalText({ name: "Search", max: MAX_SEARCH }).optional(),
  notDone: flag,
  started: flag,
  audio: flag,
  video: flag,
  favorites: flag,
  counts: flag,
  cursor: z.string("The list has changed. Reload it.").max(100, "The list has changed. Reload it.").optional(),
});
export type BrowseQuery = z.infer<typeof browseQuery>;

const browsedItem = z.object({
  id: z.string(),
  date: z.string(),
  title: z.string(),
  /** Key under /media/ of the item's own picture; null if it uses the picture for its date. */
  artworkFilename: z.string().nullable(),
  /** Seconds. */
  duration: z.number().nullable(),
  audioFilename: z.string().nullable(),
  hasAudio: z.boolean(),
  hasVideo: z.boolean(),
  ...ownProgress,
  isFavorite: z.boolean(),
});
export type BrowsedItem = z.infer<typeof browsedItem>;

/** Released items, newest first. `next` is the next page's cursor, null on the last page. `counts`: in all, and with one more filter. */
export const browseResponse = z.object({
  items: z.array(browsedItem),
  next: z.string().nullable(),
  counts: z.record(z.enum(["all", "notDone", "audio", "video", "favorites"]), z.int()).optional(),
});
export type BrowseCounts = NonNullable<BrowseResponse["counts"]>;
export type BrowseResponse = z.infer<typeof browseResponse>;

export const favoriteResponse = z.object({ id: z.string(), isFavorite: z.boolean() });
export type FavoriteResponse = z.infer<typeof favoriteResponse>;
