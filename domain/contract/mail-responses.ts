import * as z from "zod";
import { isCalendarDate } from "../rules/calendar-days.ts";
import { ACKNOWLEDGEMENTS } from "../rules/inbound-mail.ts";
import { TRANSACTIONAL_MAIL_STATES } from "../rules/mail-states.ts";
import { openedItem } from "./content/content.ts";
import { bounded, calendarDate, idNamed, instant, requestId, requiredText } from "./fields.ts";
import { progressResponse, saveProgressRequest } from "./progress.ts";

/** An email someone sent us. The sender's identity isn't verified. */
export const inboundMail = z.object({
  id: z.string(),
  memberId: z.string().nullable(),
  fromAddress: z.string(),
  fromName: z.string(),
  subject: z.string(),
  preview: z.string(),
  receivedAt: instant,
  asksRefund: z.boolean(),
  /** Deadline for answering it; null for automatic email. */
  answerBy: instant.nullable(),
  answeredAt: instant.nullable(),
  /** Who answered it last. If it isn't answered, that answer wasn't sent. */
  answeredBy: z.string().nullable(),
  acknowledgement: z.enum(ACKNOWLEDGEMENTS).nullable(),
  forwardedAt: instant.nullable(),
  /** Whether the full email can be downloaded as a file. */
  hasFile: z.boolean(),
});
export type InboundMail = z.infer<typeof inboundMail>;

/** `open`: what waits for an answer, oldest first. The others are newest first. */
const INBOUND_LISTS = ["open", "answered", "every"] as const;
export const inboundQuery = z.object({
  list: z.enum(INBOUND_LISTS, "Choose a list"),
  /** Part of the sender's address or name, or of the subject. */
  q: z.string().trim().max(100, "Search must be at most 100 characters").optional(),
  cursor: z.string().max(200).optional(),
});
export type InboundQuery = z.infer<typeof inboundQuery>;

export const inboundList = z.object({ mails: z.array(inboundMail), next: z.string().nullable() });
export type InboundList = z.infer<typeof inboundList>;

export const inboundRef = z.object({ id: idNamed("Email ID") });

export const markAnsweredRequest = z.object({ isAnswered: z.boolean("Must be true or false") });
export type MarkAnsweredRequest = z.infer<typeof markAnsweredRequest>;

/** An email's text, and our answers to it, oldest first. */
export const inboundLetter = z.object({
  text: z.string(),
  answers: z.array(
    z.object({
      id: z.string(),
      body: z.string(),
      state: z.enum(TRANSACTIONAL_MAIL_STATES),
      /** Why it wasn't sent. */
      lastError: z.string().nullable(),
      createdAt: instant,
    }),
  ),
});
export type InboundLetter = z.infer<typeof inboundLetter>;

export const answerRequest = z.object({
  requestId,
  body: requiredText({ name: "Answer", max: 5000, lines: "many", missing: "Enter an answer" }),
  /** How many earlier answers were shown: someone else may be answering, too. */
  seen: z.int().min(0).default(0),
});
export type AnswerRequest = z.infer<typeof answerRequest>;

export const NOT_OUR_LINK = "This unsubscribe link doesn't work. Use the link in your latest email.";

export const unsubscribeLink = z.object(
  { member: bounded(NOT_OUR_LINK, 64), key: bounded(NOT_OUR_LINK, 128) },
  { error: NOT_OUR_LINK },
);
export type UnsubscribeLink = z.infer<typeof unsubscribeLink>;

export const undoRequest = unsubscribeLink.extend({ undo: bounded(NOT_OUR_LINK, 128) });
export type UndoRequest = z.infer<typeof undoRequest>;

/** `undo` restores the emails for a day; only the call that actually stopped them gets it. */
export const unsubscribeResponse = z.object({ emailEnabled: z.boolean(), undo: z.string().optional() });
export type UnsubscribeResponse = z.infer<typeof unsubscribeResponse>;

export const NOT_OUR_MAIL_LINK = "This link doesn't work. Use the link in your latest email.";
const error = NOT_OUR_MAIL_LINK;
const text = (max: number) => bounded(error, max);

/** Carried by every link in a wake-up email: the member, the day, and the key that proves both. */
export const mailLink = z.object(
  { member: text(64), date: z.string({ error }).refine(isCalendarDate, error), key: text(128) },
  { error },
);
export type MailLink = z.infer<typeof mailLink>;

/** Carried by the button; also has the fallback's ID if a fallback replaced the day's item. */
export const sessionLink = mailLink.extend({ item: text(64).optional() });
export type SessionLink = z.infer<typeof sessionLink>;

/** The day's item as the email's button opens it, without anything personal to the member. */
export const itemByMail = openedItem.omit({ completed: true, progressPercent: true, isFavorite: true });
export type ItemByMail = z.infer<typeof itemByMail>;

/** A player's save without a login. It reports only what was played; marking something complete requires a login. */
export const saveByMailRequest = sessionLink.extend({
  report: saveProgressRequest.omit({ audioCompleted: true, videoCompleted: true, totalWatched: true }),
});
export type SaveByMailRequest = z.infer<typeof saveByMailRequest>;

/** The streak, in days, only once the session is complete; nothing else personal to the member. */
export const progressByMail = progressResponse
  .pick({ playback: true, sequence: true, audioPosition: true, videoPosition: true, epoch: true, totalWatched: true })
  .extend({ currentStreak: z.int().optional() });
export type ProgressByMail = z.infer<typeof progressByMail>;

export const pauseByMailRequest = mailLink.extend({
  /** The first day that gets a wake-up email again. */
  until: calendarDate,
});
export type PauseByMailRequest = z.infer<typeof pauseByMailRequest>;

export const hourByMailRequest = mailLink.extend({ hour: z.int({ error }).min(0, error).max(23, error) });
export type HourByMailRequest = z.infer<typeof hourByMailRequest>;

export const undoByMailRequest = mailLink.extend({ undo: text(200) });
export type UndoByMailRequest = z.infer<typeof undoByMailRequest>;

/** When emails come from now on. `undo` reverts the change for a day; only the call that made it gets it. */
export const wakeUpByMail = z.object({
  emailTime: z.string(),
  pausedUntil: calendarDate.nullable(),
  /** Which days the email's links change, if weekends differ. */
  days: z.enum(["weekdays", "weekends"]).optional(),
  undo: z.string().optional(),
});
export type WakeUpByMail = z.infer<typeof wakeUpByMail>;
