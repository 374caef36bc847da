import * as z from "zod";
import { isCalendarDate } from "../rules/calendar-days.ts";
import { ACKNOWLEDGEMENTS } from "../rules/inbound-mail.ts";
import { openedItem } from "./content/content.ts";
import { calendarDate, instant } from "./fields.ts";
import { progressResponse, saveProgressRequest } from "./progress.ts";

/** A mail that somebody sent us. Who it says it is from is not proven. */
export const inboundMail = z.object({
  id: z.string(),
  /** The member with that address, if there is one. */
  memberId: z.string().nullable(),
  fromAddress: z.string(),
  fromName: z.string(),
  subject: z.string(),
  preview: z.string(),
  receivedAt: instant,
  asksRefund: z.boolean(),
  /** Until when a refund request has to be answered; null for other mail. */
  answerBy: instant.nullable(),
  answeredAt: instant.nullable(),
  acknowledgement: z.enum(ACKNOWLEDGEMENTS).nullable(),
  forwardedAt: instant.nullable(),
  /** The whole of it can be had as a file. */
  hasFile: z.boolean(),
});
export type InboundMail = z.infer<typeof inboundMail>;

/** `refunds`: requests that nobody has answered, the oldest first. `strangers`: from addresses without an account, newest first. */
export const inboundQuery = z.object({
  list: z.enum(["refunds", "strangers"], "Say which mails"),
  cursor: z.string().max(200).optional(),
});
export type InboundQuery = z.infer<typeof inboundQuery>;

export const inboundList = z.object({ mails: z.array(inboundMail), next: z.string().nullable() });
export type InboundList = z.infer<typeof inboundList>;

const MAIL_ID = "A mail's id has 1 to 64 characters";
export const inboundRef = z.object({ id: z.string(MAIL_ID).min(1, MAIL_ID).max(64, MAIL_ID) });

export const markAnsweredRequest = z.object({ isAnswered: z.boolean("Say true or false") });
export type MarkAnsweredRequest = z.infer<typeof markAnsweredRequest>;

export const NOT_OUR_LINK = "This unsubscribe link is not valid. Please use the link from your latest mail.";

/** A part of a link that was damaged on the way, or is not ours: one error for all of them. */
const part = (max: number, error: string) => z.string({ error }).min(1, error).max(max, error);

/** The parts of an unsubscribe link, as they stand in its query. */
export const unsubscribeLink = z.object(
  { member: part(64, NOT_OUR_LINK), key: part(128, NOT_OUR_LINK) },
  { error: NOT_OUR_LINK },
);
export type UnsubscribeLink = z.infer<typeof unsubscribeLink>;

export const undoRequest = unsubscribeLink.extend({ undo: part(128, NOT_OUR_LINK) });
export type UndoRequest = z.infer<typeof undoRequest>;

/** `undo` takes the stop back for a day; only the call that really stopped the mails gets one. */
export const unsubscribeResponse = z.object({ emailEnabled: z.boolean(), undo: z.string().optional() });
export type UnsubscribeResponse = z.infer<typeof unsubscribeResponse>;

export const NOT_OUR_MAIL_LINK = "This link is not valid. Please use the one in your latest mail.";
const error = NOT_OUR_MAIL_LINK;
const text = (max: number) => part(max, error);

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
