import * as z from "zod";
import { BATCH_STATES } from "../rules/mail-states.ts";
import { contentRef } from "./content/content.ts";
import { calendarDate, email, instant, RELOAD } from "./fields.ts";

/** Without a date: today's morning (Central time). */
export const deliveryQuery = z.object({ date: calendarDate.optional() });
export type DeliveryQuery = z.infer<typeof deliveryQuery>;

export const troubledBatchesQuery = z.object({
  date: calendarDate,
  after: z
    .string()
    .regex(/^[01]\.\d{1,15}\..{1,200}$/, RELOAD)
    .optional(),
});
export type TroubledBatchesQuery = z.infer<typeof troubledBatchesQuery>;

const int = z.int();
export const counts = { due: int, sent: int, onTime: int, failed: int, missed: int, unknown: int };

const deliverySlot = z.object({
  at: instant,
  ...counts,
  /** Members in batches still in progress; not counted as due yet. */
  open: z.int(),
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
  /** For an open batch: its members. */
  open: z.int(),
  /** The cause: ours, or in the provider's words. */
  reason: z.string().nullable(),
  canSendAgain: z.boolean(),
  wasSentAgain: z.boolean(),
  /** A resend found no one who could still get it. */
  hasNobodyLeft: z.boolean(),
});
export type TroubledBatch = z.infer<typeof troubledBatch>;

/** A morning's batches that didn't reach everyone or are in trouble, those that can still be sent again first. */
export const troubledBatches = z.object({ batches: z.array(troubledBatch), next: z.string().nullable() });
export type TroubledBatches = z.infer<typeof troubledBatches>;

export const sendingState = z.object({
  /** How long sending is paused: everything, or for `complaints` the emails the reason names. Null while emails go out. */
  pause: z.object({ kind: z.enum(["all", "complaints"]), until: instant, reason: z.string() }).nullable(),
});
export type SendingState = z.infer<typeof sendingState>;

const RESEND_STATES = ["running", "paused", "stopped", "done"] as const;

/** "Resend all", which ticks work on. All counts are batches; an hour that no one dispatched counts as those it needs. */
const resend = z.object({
  state: z.enum(RESEND_STATES),
  askedAt: instant,
  resent: z.int(),
  left: z.int(),
  /** Left out, because some members may get a second copy. */
  doubtful: z.int(),
  /** Left out, because the members' day ended first. */
  tooLate: z.int(),
});
export type Resend = z.infer<typeof resend>;

export const deliveryResponse = z.object({
  date: z.string(),
  ...sendingState.shape,
  slots: z.array(deliverySlot),
  troubledBatches: z.int(),
  /** The morning's notifications by result. */
  pushes: z.object({ accepted: int, gone: int, refused: int, missed: int, unknown: int }),
  /** Sessions begun that day by members who came from an email or a notification. */
  started: z.object({ byEmail: int, byPush: int }),
  /** What "Resend all" would resend now. */
  resendable: z.object({ batches: z.int(), members: z.int() }),
  /** The last "Resend all"; null if no one has pressed it. */
  resend: resend.nullable(),
  /** Earlier mornings that have been counted, newest first. */
  mornings: z.array(z.object({ date: z.string(), ...counts })),
});
export type DeliveryResponse = z.infer<typeof deliveryResponse>;

export const morningParam = z.object({ date: calendarDate });

/** `mayRepeat`: the administrator has accepted that some members may get a second copy. */
export const sendAgainRequest = z.object({ mayRepeat: z.boolean("Must be true or false").default(false) });

/** `ask`: nothing was done, because a second copy is possible. */
const SEND_AGAIN_OUTCOMES = ["queued", "under_way", "nobody_due", "ask"] as const;
export const sendAgainResponse = z.object({ outcome: z.enum(SEND_AGAIN_OUTCOMES), message: z.string() });
export type SendAgainResponse = z.infer<typeof sendAgainResponse>;

/** Sends the day's email now; `again` sends a copy that isn't recorded as a delivery. */
export const sendWakeUpRequest = z.object({ email, again: z.boolean("Must be true or false").default(false) });
export type SendWakeUpRequest = z.infer<typeof sendWakeUpRequest>;

const WAKE_UP_OUTCOMES = ["sent", "copy_sent", "already_sent", "no_content", "not_due", "failed"] as const;
export const sendWakeUpResponse = z.object({ outcome: z.enum(WAKE_UP_OUTCOMES), message: z.string() });
export type SendWakeUpResponse = z.infer<typeof sendWakeUpResponse>;

/** Without `contentId`: today's item (Central time), otherwise the newest. */
export const testEmailRequest = z.object({
  email: z.string("Please enter an email address").trim().min(1, "Please enter an email address").pipe(email),
  contentId: contentRef.shape.id.optional(),
});
export type TestEmailRequest = z.infer<typeof testEmailRequest>;

export const emailPreviewRequest = z.object({ contentId: contentRef.shape.id });
export type EmailPreviewRequest = z.infer<typeof emailPreviewRequest>;

export const emailPreviewResponse = z.object({
  html: z.object({ html: z.string() }),
  subject: z.string(),
  from: z.string(),
  /** The text that inboxes show after the subject. */
  inboxLine: z.string(),
  /** Where a copy goes unless another address is typed; null if the operator's isn't set. */
  copyTo: z.string().nullable(),
});
export type EmailPreviewResponse = z.infer<typeof emailPreviewResponse>;
