import * as z from "zod";
import {
  BROADCAST_AUDIENCES,
  BROADCAST_KINDS,
  BROADCAST_STATES,
  MOST_PARAGRAPHS,
  paragraphsOf,
} from "../rules/broadcasts.ts";
import { email, instant, requiredText } from "./fields.ts";
import { segment } from "./member-list.ts";

const PARAGRAPHS = `Use at most ${MOST_PARAGRAPHS} paragraphs`;
const RECIPIENTS = "Type the number of recipients";

const broadcastTexts = z.object({
  subject: requiredText({ name: "Subject", max: 120, missing: "Enter a subject" }),
  body: requiredText({ name: "Message", max: 5000, lines: "many", missing: "Enter a message" }).refine(
    (body) => paragraphsOf(body).length <= MOST_PARAGRAPHS,
    PARAGRAPHS,
  ),
});

const kind = z.enum(BROADCAST_KINDS);
export const broadcastPreviewRequest = broadcastTexts.extend({
  kind: kind.default("service"),
  audience: z.enum(BROADCAST_AUDIENCES),
  segment: segment.default({}),
});
export type BroadcastPreviewRequest = z.infer<typeof broadcastPreviewRequest>;

export const broadcastPreview = z.object({
  from: z.string(),
  subject: z.string(),
  html: z.string(),
  /** The operator's address, to send a test to. */
  copyTo: z.string().nullable(),
  /** How many members would get it now. */
  recipients: z.int(),
  /** How many of the segment don't, because they have had as many messages as a member may get. */
  limited: z.int(),
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
  kind,
  audience: z.enum(BROADCAST_AUDIENCES),
  segment,
  subject: z.string(),
  body: z.string(),
  state: z.enum(BROADCAST_STATES),
  /** Who confirmed it; null for the owner. */
  author: z.string().nullable(),
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
});
export type BroadcastList = z.infer<typeof broadcastList>;
