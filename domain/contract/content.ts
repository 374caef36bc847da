import * as z from "zod";
import { VIDEO_PROVIDERS } from "../rules/video-link.ts";
import { calendarDate, contentStatus } from "./fields.ts";

const TITLE_MAX = 120;
const DESCRIPTION_MAX = 5000;

const title = z
  .string({ error: "Title is required" })
  .trim()
  .min(1, "Title is required")
  .max(TITLE_MAX, `Title must be at most ${TITLE_MAX} characters`);
const description = z.string().trim().max(DESCRIPTION_MAX, `Description must be at most ${DESCRIPTION_MAX} characters`);
/** A YouTube or Vimeo address or embed code; empty clears the video. Parsed to provider and id by the server. */
const youtubeUrl = z.string().trim().max(2000, "Video address must be at most 2000 characters");
const UNKNOWN_MEDIUM = "There is no such hosted video";
/** Key of a hosted video in the library; null takes the hosted video away. */
const videoFilename = z.string(UNKNOWN_MEDIUM).min(1, UNKNOWN_MEDIUM).max(200, UNKNOWN_MEDIUM).nullable();
const duration = z.int("Duration is a whole number of seconds").min(1).max(86_400);

export const listContentQuery = z.object({
  year: z.coerce.number("Year is required").int().min(2000).max(2100),
  month: z.coerce.number("Month is required").int().min(1).max(12),
});
export type ListContentQuery = z.infer<typeof listContentQuery>;

/** A content id in a path: the item's date or its id. */
export const contentRef = z.object({ id: z.string().min(1).max(64) });
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

export const updateContentRequest = z
  .object({ title, description, youtubeUrl, videoFilename, status: contentStatus })
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), "Nothing to change")
  .refine((change) => !(change.youtubeUrl && change.videoFilename), {
    path: ["youtubeUrl"],
    error: "An item has one video: an address or a hosted file",
  });
export type UpdateContentRequest = z.infer<typeof updateContentRequest>;

export const contentItem = z.object({
  id: z.string(),
  date: z.string(),
  title: z.string(),
  description: z.string(),
  status: contentStatus,
  /** Key under /audio/; null without audio and, for members, until the item is released. */
  audioFilename: z.string().nullable(),
  /** Key under /video/ of a hosted file. */
  videoFilename: z.string().nullable(),
  vimeoEmbedCode: z.string().nullable(),
  youtubeUrl: z.string().nullable(),
  /** The same video as provider and id, which is what a player needs. */
  video: z.object({ provider: z.enum(VIDEO_PROVIDERS), ref: z.string() }).nullable(),
  /** Seconds. */
  duration: z.number().nullable(),
  emailSent: z.boolean(),
  /** Announced, not released: shown with the Coming Soon badge. */
  comingSoon: z.boolean(),
});
export type ContentItem = z.infer<typeof contentItem>;
export const contentList = z.array(contentItem);
