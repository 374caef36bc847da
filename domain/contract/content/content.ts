import * as z from "zod";
import { parseVideoLink, VIDEO_PROVIDERS } from "../../rules/video-link.ts";
import { bounded, calendarDate, contentStatus, idNamed, optionalText, RELOAD, requiredText } from "../fields.ts";

const title = requiredText({ name: "Title", max: 120, missing: "Title is required" });
const description = optionalText({ name: "Description", max: 5000, lines: "many" });
export const UNKNOWN_VIDEO = "Enter a YouTube or Vimeo link";
/** YouTube or Vimeo address or embed code; an empty string clears the video. The server parses it into provider and ID. */
const youtubeUrl = z
  .string("Video link must be text")
  .trim()
  .max(2000, "Video link must be at most 2000 characters")
  .refine((text) => text === "" || parseVideoLink(text) !== null, UNKNOWN_VIDEO);
/** R2 key of a media file; null removes it from the item. The server checks that the file exists. */
const mediumKey = (unknown: string) => bounded(unknown, 200).nullable();
export const UNKNOWN_MEDIA = {
  audioKey: "That audio file doesn't exist",
  videoKey: "That video file doesn't exist",
  captionsKey: "That captions file doesn't exist",
  artworkKey: "That picture doesn't exist",
} as const;
const transcript = optionalText({ name: "Transcript", max: 100_000, lines: "many" });
const DURATION = "Duration must be whole seconds, up to 24 hours";
const duration = z.int(DURATION).min(1, DURATION).max(86_400, DURATION);

const YEAR = "Year must be a number from 2000 to 2100";
const MONTH = "Month must be a number from 1 to 12";
export const listContentQuery = z.object({
  year: z.coerce.number(YEAR).int(YEAR).min(2000, YEAR).max(2100, YEAR),
  month: z.coerce.number(MONTH).int(MONTH).min(1, MONTH).max(12, MONTH),
});
export type ListContentQuery = z.infer<typeof listContentQuery>;

/** Path parameter: the item's date or its ID. */
export const contentRef = z.object({ id: idNamed("Session ID") });
export const contentDateParam = z.object({ date: calendarDate });

export const createContentRequest = z.object({
  date: calendarDate,
  title,
  description: description.default(""),
  youtubeUrl: youtubeUrl.default(""),
  duration: duration.nullish(),
  status: contentStatus.default("draft"),
});
export type CreateContentRequest = z.infer<typeof createContentRequest>;
export type CreateContentForm = z.input<typeof createContentRequest>;

const VERSION = "Version must be a whole number";
export const updateContentRequest = z
  .object({
    date: calendarDate,
    title,
    description,
    youtubeUrl,
    status: contentStatus,
    hidden: z.boolean("Hidden must be true or false"),
    mayBeSentAgain: z.boolean("May be sent again must be true or false"),
    transcript,
    audioKey: mediumKey(UNKNOWN_MEDIA.audioKey),
    videoKey: mediumKey(UNKNOWN_MEDIA.videoKey),
    captionsKey: mediumKey(UNKNOWN_MEDIA.captionsKey),
    artworkKey: mediumKey(UNKNOWN_MEDIA.artworkKey),
    durationSeconds: duration.nullable(),
    /** The version this edit is based on; if the item has moved on, the edit is refused. Without it, the last write wins. */
    version: z.int(VERSION).min(1, VERSION),
    /** Id of one opened editor. Its saves within a few minutes count as one edit and leave one revision. */
    flow: bounded(RELOAD, 64),
  })
  .partial()
  .refine(
    ({ version, flow, ...change }) => Object.values(change).some((value) => value !== undefined),
    "Nothing to change",
  )
  .refine((change) => !(change.youtubeUrl && change.videoKey), {
    path: ["youtubeUrl"],
    error: "A session can have one video: a link or a hosted file",
  });
export type UpdateContentRequest = z.infer<typeof updateContentRequest>;

export const contentItem = z.object({
  id: z.string(),
  date: z.string(),
  title: z.string(),
  description: z.string(),
  status: contentStatus,
  /** Key under /audio/; null if there's no audio and, for members, until the item is released. */
  audioFilename: z.string().nullable(),
  videoFilename: z.string().nullable(),
  vimeoEmbedCode: z.string().nullable(),
  youtubeUrl: z.string().nullable(),
  video: z.object({ provider: z.enum(VIDEO_PROVIDERS), ref: z.string() }).nullable(),
  /** Known even before the item is released. */
  hasAudio: z.boolean(),
  hasVideo: z.boolean(),
  /** Key under /media/ of the item's own picture; null if it uses the picture for its date. */
  artworkFilename: z.string().nullable(),
  /** Seconds. */
  duration: z.number().nullable(),
  emailSent: z.boolean(),
  comingSoon: z.boolean(),
});
export type ContentItem = z.infer<typeof contentItem>;
export const ownProgress = {
  completed: z.boolean(),
  /** Whole percent of the item the member has played; 100 once it's completed. */
  progressPercent: z.int().min(0).max(100),
};
const listedItem = contentItem.extend(ownProgress);
export type ListedItem = z.infer<typeof listedItem>;
export const contentList = z.array(listedItem);

/** A single opened item. The administrator has no progress of their own. */
export const openedItem = listedItem.extend({
  /** Null if there's none and, for members, until the item is released. */
  transcript: z.string().nullable(),
  /** Key under /video/ of the hosted video's captions; null if there are none and, for members, until the item is released. */
  captionsFilename: z.string().nullable(),
  isFavorite: z.boolean(),
});
export type OpenedItem = z.infer<typeof openedItem>;

/** Months with at least one item listed for the member, in order; the counts cover only items they can open. */
export const contentMonths = z.array(
  z.object({ year: z.int(), month: z.int().min(1).max(12), total: z.int(), completed: z.int() }),
);
export type ContentMonths = z.infer<typeof contentMonths>;
