import * as z from "zod";
import { PREFLIGHT_RESULTS } from "../../rules/preflight.ts";
import { RUNWAY_GAPS } from "../../rules/runway.ts";
import { MEDIUM_KINDS } from "../../rules/video-link.ts";
import { calendarDate, contentStatus, instant, optionalText, RELOAD } from "../fields.ts";
import { medium } from "../media.ts";
import { contentItem } from "./content.ts";

const MONTH = "Month must look like 2026-11";
const month = z.string(MONTH).refine((text) => calendarDate.safeParse(`${text}-01`).success, MONTH);
export const MOST_ITEMS_A_PAGE = 100;
const LIMIT = `Limit must be a number from 1 to ${MOST_ITEMS_A_PAGE}`;

/** Without any parameter: up to `MOST_LISTED` items (spec section 7). With one: a page of at most `limit`. Newest first; `Link` names the rest. */
export const libraryQuery = z
  .object({
    limit: z.coerce.number(LIMIT).int(LIMIT).min(1, LIMIT).max(MOST_ITEMS_A_PAGE, LIMIT),
    cursor: calendarDate,
    search: optionalText({ name: "Search", max: 80 }),
    month,
    status: contentStatus,
  })
  .partial();
export type LibraryQuery = z.infer<typeof libraryQuery>;

const listedLibraryItem = contentItem.extend({
  hidden: z.boolean(),
  /** Whether it may go out on a date without content. */
  mayBeSentAgain: z.boolean(),
  version: z.int(),
  /** Members who started it, and members who completed it: 80 percent of each of its media, or marked by hand. */
  starts: z.int(),
  completions: z.int(),
  /** Members who have it among their favorites. */
  favorites: z.int(),
});
export type ListedLibraryItem = z.infer<typeof listedLibraryItem>;
export const contentLibrary = z.array(listedLibraryItem);

export const libraryItem = listedLibraryItem.extend({
  transcript: z.string().nullable(),
  captionsKey: z.string().nullable(),
  artworkKey: z.string().nullable(),
});
export type LibraryItem = z.infer<typeof libraryItem>;

const calendarDay = z.object({
  id: z.string(),
  date: z.string(),
  title: z.string(),
  status: contentStatus,
  hidden: z.boolean(),
  hasAudio: z.boolean(),
  hasVideo: z.boolean(),
  hasDescription: z.boolean(),
  emailSent: z.boolean(),
});
export type CalendarDay = z.infer<typeof calendarDay>;

export const calendarQuery = z.object({ month });
export const contentCalendar = z.array(calendarDay);

/** An item sent, or due to be sent, on a date without content. */
const fallback = z.object({ id: z.string(), date: z.string(), title: z.string() });

/** A date without content and the fallback it currently gets; null means no one is woken. */
export const emptyMorning = z.object({ date: z.string(), fallback: fallback.nullable() });
export type EmptyMorning = z.infer<typeof emptyMorning>;

/** The upcoming mornings starting with today, by the product's own day (Chicago). */
export const runwayResponse = z.object({
  days: z.array(
    z.object({
      date: z.string(),
      item: calendarDay.nullable(),
      gaps: z.array(z.enum(RUNWAY_GAPS)),
      /** Whether members have nothing for this date, so they get a fallback or no email. */
      isEmpty: z.boolean(),
      fallback: fallback.nullable(),
    }),
  ),
});
export type RunwayResponse = z.infer<typeof runwayResponse>;

export const deletedContent = z.array(
  z.object({ id: z.string(), date: z.string(), title: z.string(), deletedAt: instant, keptUntil: instant }),
);
export type DeletedContent = z.infer<typeof deletedContent>;

/** A different date to restore to, because the item's own may be taken by now. */
export const restoreContentRequest = z.object({ date: calendarDate.optional() });
export const duplicateContentRequest = z.object({ date: calendarDate });

/** Only revisions older than this version; without it, the newest. */
export const revisionsQuery = z.object({ before: z.coerce.number(RELOAD).int(RELOAD).min(1, RELOAD).optional() });
export const REVISIONS_A_PAGE = 30;

export const contentRevisions = z.array(
  z.object({
    version: z.int(),
    replacedAt: instant,
    /** The administrator whose edit replaced it; null for the owner. */
    author: z.string().nullable(),
    title: z.string(),
    description: z.string(),
    status: contentStatus,
    /** The fields the edit changed, by their names in PUT. */
    changed: z.array(z.string()),
  }),
);
export type ContentRevisions = z.infer<typeof contentRevisions>;
export const revisionParam = z.object({
  id: z.string(),
  version: z.coerce.number("Version not found").int("Version not found").min(1, "Version not found"),
});

export const preflightResponse = z.array(
  z.object({ check: z.string(), result: z.enum(PREFLIGHT_RESULTS), message: z.string() }),
);
export type PreflightResponse = z.infer<typeof preflightResponse>;

export const listMediaQuery = z.object({
  kind: z.enum(MEDIUM_KINDS, { error: "Kind must be audio, video, captions, or artwork" }),
  search: optionalText({ name: "Search", max: 80 }).optional(),
  /** A single file. */
  key: z.string().max(200, "That file doesn't exist").optional(),
});
export type ListMediaQuery = z.infer<typeof listMediaQuery>;
/** Newest first, one page only; older files are found by searching. */
export const mediaList = z.array(medium.omit({ kind: true }).extend({ createdAt: instant }));
export type MediaList = z.infer<typeof mediaList>;
