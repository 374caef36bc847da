import * as z from "zod";
import { instant, optionalText, requestId, requiredText, signedKey } from "./fields.ts";

const URL_TEXT = "Enter a link that starts with https://";
const STARTS_AT = "Enter a date and time";

export const liveEventRequest = z.object({
  title: requiredText({ name: "Title", max: 120, missing: "Title is required" }),
  startsAt: z.iso.datetime(STARTS_AT),
  url: z
    .string(URL_TEXT)
    .trim()
    .max(2000, URL_TEXT)
    .pipe(z.url({ protocol: /^https$/, error: URL_TEXT })),
  note: optionalText({ name: "Note", max: 500, lines: "many" }),
});
export type LiveEventRequest = z.infer<typeof liveEventRequest>;

/** The request's ID becomes the event's ID, so a retry doesn't announce a second event. */
export const newLiveEventRequest = liveEventRequest.extend({ requestId });
export type NewLiveEventRequest = z.infer<typeof newLiveEventRequest>;

export const liveEventRef = z.object({ id: z.uuid("Live event not found") });

export const liveEvent = z.object({
  id: z.string(),
  title: z.string(),
  startsAt: instant,
  url: z.string(),
  note: z.string(),
});
export type LiveEvent = z.infer<typeof liveEvent>;

/** An event that an editor wrote; an administrator releases it. */
const liveEventDraft = liveEvent.extend({ author: z.string().nullable() });
export type LiveEventDraft = z.infer<typeof liveEventDraft>;

/** Upcoming and running events, soonest first, and those that ended in the last 90 days, newest first. */
export const liveEventList = z.object({
  coming: z.array(liveEvent),
  past: z.array(liveEvent),
  drafts: z.array(liveEventDraft),
  /** Whether no event for annual members is scheduled within a quarter. */
  isMissing: z.boolean(),
});
export type LiveEventList = z.infer<typeof liveEventList>;

/** The next event as this member may see it: non-annual members see what and when, but not how to join. */
export const nextLiveEvent = z.object({
  event: z
    .object({
      title: z.string(),
      startsAt: instant,
      invitation: z.object({ url: z.string(), note: z.string(), calendarUrl: z.string() }).nullable(),
    })
    .nullable(),
});
export type NextLiveEvent = z.infer<typeof nextLiveEvent>;

export const calendarQuery = z.object({ key: signedKey });
