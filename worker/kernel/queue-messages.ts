import * as z from "zod";
import { PAUSABLE_KINDS } from "#domain/rules/mail-events.ts";

/** Which batch to send, and when. */
export const batchMessage = z.object({
  batchId: z.string().min(1),
  /** The tick that asked for it (epoch ms); ahead of the real clock only in trials. */
  tickAt: z.int(),
  /** When its call may begin. */
  startAt: z.int().default(0),
  /** By how much starts had been moved when it was given out. */
  slowedMs: z.int().default(0),
});
export type BatchMessage = z.infer<typeof batchMessage>;

/** An event on its way through the queue; `at` is when it happened. */
export const mailEvent = z.object({
  id: z.string(),
  kind: z.enum(["sent", "delivered", "bounced", "complained", "refused", "failed"]),
  at: z.int(),
  /** Why a mail that the provider had accepted has failed there; events on the queue of an earlier release have none. */
  reason: z.string().nullable().default(null),
  emailKey: z.string(),
  /** Whether mail to the address will never arrive, as far as the provider knows. */
  isLasting: z.boolean(),
  /** The delivery of a wake-up mail. */
  delivery: z.object({ memberId: z.string(), date: z.string() }).nullable(),
  /** A gift's own mail, and the address it went to. */
  gift: z.object({ giftId: z.string(), addressVersion: z.int() }).nullable(),
  /** The kind of email, of those that complaints pause; events on the queue of an earlier release have none. */
  about: z.enum(PAUSABLE_KINDS).nullable().default(null),
});
export type MailEvent = z.infer<typeof mailEvent>;
