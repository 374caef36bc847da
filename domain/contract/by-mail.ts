import * as z from "zod";
import { isCalendarDate } from "../rules/calendar-days.ts";
import { openedItem } from "./content.ts";
import { calendarDate } from "./fields.ts";
import { progressResponse, saveProgressRequest } from "./progress.ts";

export const NOT_OUR_MAIL_LINK = "This link is not valid. Please use the one in your latest mail.";
const error = NOT_OUR_MAIL_LINK;
const text = (max: number) => z.string({ error }).min(1, error).max(max, error);

/** What every link of a wake-up mail carries: whose mail it is, of which day, and the key that proves it. */
const mailLink = z.object(
  { member: text(64), date: z.string({ error }).refine(isCalendarDate, error), key: text(128) },
  { error },
);
export type MailLink = z.infer<typeof mailLink>;

/** What the button carries: where a fallback stood in the place of the day's item, its id, too. */
export const sessionLink = mailLink.extend({ item: text(64).optional() });
export type SessionLink = z.infer<typeof sessionLink>;

/** The day's item as its mail's button opens it: nothing of it is the member's own. */
export const itemByMail = openedItem.omit({ completed: true, progressPercent: true });
export type ItemByMail = z.infer<typeof itemByMail>;

/** A player's save. What was heard speaks for itself: marking something complete needs a login. */
export const saveByMailRequest = sessionLink.extend({
  report: saveProgressRequest.omit({ audioCompleted: true, videoCompleted: true, totalWatched: true }),
});
export type SaveByMailRequest = z.infer<typeof saveByMailRequest>;

/** What a player needs to go on saving. */
export const progressByMail = progressResponse.pick({
  playback: true,
  sequence: true,
  audioPosition: true,
  videoPosition: true,
  epoch: true,
  totalWatched: true,
});
export type ProgressByMail = z.infer<typeof progressByMail>;

export const pauseByMailRequest = mailLink.extend({
  /** The day with whose morning the mails begin again. */
  until: calendarDate,
});
export type PauseByMailRequest = z.infer<typeof pauseByMailRequest>;

export const hourByMailRequest = mailLink.extend({ hour: z.int({ error }).min(0, error).max(23, error) });
export type HourByMailRequest = z.infer<typeof hourByMailRequest>;

export const undoByMailRequest = mailLink.extend({ undo: text(200) });
export type UndoByMailRequest = z.infer<typeof undoByMailRequest>;

/** When the mails come from now on. `undo` takes the change back for a day; only the call that made it gets one. */
export const wakeUpByMail = z.object({
  emailTime: z.string(),
  pausedUntil: calendarDate.nullable(),
  undo: z.string().optional(),
});
export type WakeUpByMail = z.infer<typeof wakeUpByMail>;
