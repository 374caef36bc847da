import * as z from "zod";
import { BATCH_STATES } from "../rules/mail-states.ts";
import { contentRef } from "./content/content.ts";
import { calendarDate, email, instant } from "./fields.ts";

/** Without a date it is today's morning (Central time). */
export const deliveryQuery = z.object({ date: calendarDate.optional() });
export type DeliveryQuery = z.infer<typeof deliveryQuery>;

/** A page of a morning's batches; without `after` the first one. */
export const troubledBatchesQuery = z.object({
  date: calendarDate,
  after: z
    .string()
    .regex(/^[01]\.\d{1,15}\..{1,200}$/, "Say where the page begins")
    .optional(),
});
export type TroubledBatchesQuery = z.infer<typeof troubledBatchesQuery>;

const counts = {
  due: z.int(),
  sent: z.int(),
  onTime: z.int(),
  failed: z.int(),
  missed: z.int(),
  unknown: z.int(),
};

const deliverySlot = z.object({
  at: instant,
  ...counts,
  /** Members of batches that are still under way: not among those due yet. */
  open: z.int(),
  /** Nobody dispatched it in time, so it has no batches: it can be sent as a whole. */
  canSendWhole: z.boolean(),
  /** That is under way: its batches are being made. */
  isBeingSent: z.boolean(),
});

/** A slot's instant in epoch milliseconds. */
export const slotParam = z.object({
  slotAt: z.coerce.number("Say when the slot was").pipe(z.int("Say when the slot was")),
});

const troubledBatch = z.object({
  id: z.string(),
  at: instant,
  timezone: z.string(),
  hour: z.int(),
  state: z.enum(BATCH_STATES),
  failed: z.int(),
  missed: z.int(),
  unknown: z.int(),
  /** Of an open one: its members. */
  open: z.int(),
  reason: z.string().nullable(),
  canSendAgain: z.boolean(),
  wasSentAgain: z.boolean(),
});
export type TroubledBatch = z.infer<typeof troubledBatch>;

/** A morning's batches that did not reach everybody or have trouble: first those that can still be sent again. */
export const troubledBatches = z.object({
  batches: z.array(troubledBatch),
  /** Where the next page begins; null on the last one. */
  next: z.string().nullable(),
});
export type TroubledBatches = z.infer<typeof troubledBatches>;

export const sendingState = z.object({
  /** Until when nothing is sent, or for `complaints` not the emails that the reason names; null while mails go out. */
  pause: z.object({ kind: z.enum(["all", "complaints"]), until: instant, reason: z.string() }).nullable(),
  lastTickAt: instant.nullable(),
  lastHourlyAt: instant.nullable(),
});
export type SendingState = z.infer<typeof sendingState>;

export const deliveryResponse = z.object({
  date: z.string(),
  ...sendingState.shape,
  slots: z.array(deliverySlot),
  /** Batches that did not reach everybody and were not sent again. */
  troubledBatches: z.int(),
  /** The mornings before that are counted, newest first. */
  mornings: z.array(z.object({ date: z.string(), ...counts })),
});
export type DeliveryResponse = z.infer<typeof deliveryResponse>;

/** `mayRepeat`: the administrator has been asked and takes it that some may get a second copy. */
export const sendAgainRequest = z.object({ mayRepeat: z.boolean("Say true or false").default(false) });

/** `ask`: nothing was done, since a second copy is possible. */
const SEND_AGAIN_OUTCOMES = ["queued", "under_way", "nobody_due", "ask"] as const;
export const sendAgainResponse = z.object({ outcome: z.enum(SEND_AGAIN_OUTCOMES), message: z.string() });
export type SendAgainResponse = z.infer<typeof sendAgainResponse>;

/** Sends the day's mail now; `again` sends a copy outside the deliveries. */
export const sendWakeUpRequest = z.object({ email, again: z.boolean("Say true or false").default(false) });
export type SendWakeUpRequest = z.infer<typeof sendWakeUpRequest>;

const WAKE_UP_OUTCOMES = ["sent", "copy_sent", "already_sent", "no_content", "not_due", "failed"] as const;
export const sendWakeUpResponse = z.object({ outcome: z.enum(WAKE_UP_OUTCOMES), message: z.string() });
export type SendWakeUpResponse = z.infer<typeof sendWakeUpResponse>;

/** Without `contentId` it is today's item (Central time), else the newest. */
export const testEmailRequest = z.object({
  email: z.string("Please enter an email address").trim().min(1, "Please enter an email address").pipe(email),
  contentId: contentRef.shape.id.optional(),
});
export type TestEmailRequest = z.infer<typeof testEmailRequest>;

export const emailPreviewRequest = z.object({ contentId: contentRef.shape.id });
export type EmailPreviewRequest = z.infer<typeof emailPreviewRequest>;

export const emailPreviewResponse = z.object({ html: z.object({ html: z.string() }) });
export type EmailPreviewResponse = z.infer<typeof emailPreviewResponse>;
