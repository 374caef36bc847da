import * as z from "zod";
import { PAUSABLE_KINDS } from "#domain/rules/mail-events.ts";

export const batchMessage = z.object({
  batchId: z.string().min(1),
  /** The tick that queued the batch (epoch ms). Only trials set it ahead of the real clock. */
  tickAt: z.int(),
  /** When the call to the provider may start (epoch ms). */
  startAt: z.int().default(0),
  /** How far starts had been pushed back when this one was assigned. */
  slowedMs: z.int().default(0),
});
export type BatchMessage = z.infer<typeof batchMessage>;

/** A batch of devices to notify. */
export const pushBatchMessage = z.object({ pushBatchId: z.string().min(1) });
export type PushBatchMessage = z.infer<typeof pushBatchMessage>;

/** `at` is when the event happened (epoch ms). */
export const mailEvent = z.object({
  id: z.string(),
  kind: z.enum(["sent", "delivered", "bounced", "complained", "refused", "failed"]),
  at: z.int(),
  /** Why an email failed after the provider accepted it. Null for events that an earlier release queued. */
  reason: z.string().nullable().default(null),
  emailKey: z.string(),
  /** The provider says that email to this address will never arrive. */
  isLasting: z.boolean(),
  /** It came back because the mailbox is full. */
  isFull: z.boolean().default(false),
  /** Set for a wake-up email. */
  delivery: z.object({ memberId: z.string(), date: z.string() }).nullable(),
  /** Set for the gift email to its recipient, with the version of the address that it went to. */
  gift: z.object({ giftId: z.string(), addressVersion: z.int() }).nullable(),
  /** The kind of email, if complaints can pause it. Null for events that an earlier release queued. */
  about: z.enum(PAUSABLE_KINDS).nullable().default(null),
});
export type MailEvent = z.infer<typeof mailEvent>;
