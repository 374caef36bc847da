import * as z from "zod";
import { contentRef } from "./content.ts";
import { email, instant, subscriptionStatus, subscriptionType } from "./fields.ts";

export const adminStats = z.object({
  totalUsers: z.int(),
  activeSubscribers: z.int(),
  contentStats: z.object({ publishedDays: z.int() }),
  recentUsers: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      subscriptionType: subscriptionType.nullable(),
      subscriptionStatus: subscriptionStatus.nullable(),
      createdAt: instant,
    }),
  ),
});
export type AdminStats = z.infer<typeof adminStats>;

/** With a second factor the code of the authenticator app comes along; without one the body may be missing. */
export const adminVerifyRequest = z.object({
  totp: z
    .string()
    .transform((code) => code.replace(/\s/g, ""))
    .pipe(z.string().regex(/^\d{6}$/, "The code has six digits"))
    .optional(),
});

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
