import * as z from "zod";
import { BROADCAST_AUDIENCES, BROADCAST_STATES, MOST_PARAGRAPHS, paragraphsOf } from "../rules/broadcasts.ts";
import { email, instant, requiredText } from "./fields.ts";

const PARAGRAPHS = `Use at most ${MOST_PARAGRAPHS} paragraphs`;
const RECIPIENTS = "Type the number of recipients";

const broadcastTexts = z.object({
  subject: requiredText({ name: "Subject", max: 120, missing: "Enter a subject" }),
  body: requiredText({ name: "Message", max: 5000, lines: "many", missing: "Enter a message" }).refine(
    (body) => paragraphsOf(body).length <= MOST_PARAGRAPHS,
    PARAGRAPHS,
  ),
});

export const broadcastPreviewRequest = broadcastTexts.extend({ audience: z.enum(BROADCAST_AUDIENCES) });
export type BroadcastPreviewRequest = z.infer<typeof broadcastPreviewRequest>;

export const broadcastPreview = z.object({
  from: z.string(),
  subject: z.string(),
  html: z.string(),
  /** The operator's address, to send a test to. */
  copyTo: z.string().nullable(),
  /** How many members would get it now. */
  recipients: z.int(),
});
export type BroadcastPreview = z.infer<typeof broadcastPreview>;

export const broadcastTestRequest = broadcastTexts.extend({ email });
export type BroadcastTestRequest = z.infer<typeof broadcastTestRequest>;

/** The request's ID becomes the message's ID, so a retry doesn't send a second one. */
export const newBroadcastRequest = broadcastPreviewRequest.extend({
  requestId: z.uuid("Request ID must be a UUID"),
  recipients: z.int(RECIPIENTS).min(1, RECIPIENTS),
});
export type NewBroadcastRequest = z.infer<typeof newBroadcastRequest>;

export const broadcastRef = z.object({ id: z.uuid("Message not found") });

export const broadcast = z.object({
  id: z.string(),
  audience: z.enum(BROADCAST_AUDIENCES),
  subject: z.string(),
  body: z.string(),
  state: z.enum(BROADCAST_STATES),
  /** As confirmed, and how many emails have been written so far. */
  recipients: z.int(),
  written: z.int(),
  createdAt: instant,
  beginsAt: instant,
});
export type Broadcast = z.infer<typeof broadcast>;

/** Newest first. */
export const broadcastList = z.object({
  broadcasts: z.array(broadcast),
  /** When the next message can be confirmed; null if that's now. */
  nextFrom: instant.nullable(),
});
export type BroadcastList = z.infer<typeof broadcastList>;
