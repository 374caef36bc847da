import * as z from "zod";
import type { ComplaintLimits } from "#domain/rules/mail-events.ts";
import { count, orNull } from "../kernel/variables.ts";

const percent = z.coerce.number().gt(0).max(100);

export const mailResponsesConfig = z
  .object({
    /** Where inbound email is answered. If empty, it's only stored. */
    SUPPORT_MAILBOX: orNull(z.email()),
    /** If empty, List-Unsubscribe has only a link. With the member's token after a plus, the address must fit in 64 characters. */
    UNSUBSCRIBE_ADDRESS: orNull(
      z.email().regex(/^[^@+]{1,11}@/, "must have at most 11 characters before the @, and no plus sign"),
    ),
    /** If empty, provider events are refused. */
    RESEND_WEBHOOK_SECRET: orNull(z.string().regex(/^whsec_[A-Za-z0-9+/]{16,}={0,2}$/)),
    COMPLAINTS_ALARM_PERCENT: percent.default(0.1),
    COMPLAINTS_ALARM_FROM: count.default(3),
    COMPLAINTS_PAUSE_PERCENT: percent.default(0.3),
    COMPLAINTS_PAUSE_FROM: count.default(20),
  })
  .transform((given) => ({
    supportMailbox: given.SUPPORT_MAILBOX,
    unsubscribeAddress: given.UNSUBSCRIBE_ADDRESS,
    resendWebhookSecret: given.RESEND_WEBHOOK_SECRET,
    complaintLimits: {
      alarmShare: given.COMPLAINTS_ALARM_PERCENT / 100,
      alarmFrom: given.COMPLAINTS_ALARM_FROM,
      pauseShare: given.COMPLAINTS_PAUSE_PERCENT / 100,
      pauseFrom: given.COMPLAINTS_PAUSE_FROM,
    } satisfies ComplaintLimits,
  }));
