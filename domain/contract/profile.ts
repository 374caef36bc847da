import * as z from "zod";
import { SUPPRESSION_REASONS } from "../rules/mail-events.ts";
import { MORNING_STATES } from "../rules/mail-states.ts";
import { PLAYBACK_SPEEDS } from "../rules/playback.ts";
import { parseHour } from "../rules/wake-up-hours.ts";
import { calendarDate, instant, person, subscriptionStatus, subscriptionType } from "./fields.ts";

/** Why nothing is sent to an address, and whether its owner asked to try again. */
export const mailSuppression = z.object({
  reason: z.enum(SUPPRESSION_REASONS),
  since: instant,
  askedAt: instant.nullable(),
});

export type MailSuppression = z.infer<typeof mailSuppression>;

export const profileResponse = z.object({
  ...person,
  subscriptionType,
  subscriptionStatus,
  subscriptionEndDate: instant.nullable(),
  /** The member's own day of that end; null also for a trial behind which a plan is taken out. */
  subscriptionEndDay: calendarDate.nullable(),
  hasAccess: z.boolean(),
  isGiftSubscription: z.boolean(),
  giftGiverName: z.string().nullable(),
  emailTime: z.string(),
  timezone: z.string(),
  emailEnabled: z.boolean(),
  playbackSpeed: z.number(),
  phoneNumber: z.string().nullable(),
  smsEnabled: z.boolean(),
  createdAt: instant,
  /** When the next wake-up mail is due; null while mails are off, suppressed or without access. */
  nextWakeUpAt: instant.nullable(),
  /** The same on the member's clock, as `2026-07-05T06:00`: a page that shows it needs no time zones. */
  nextWakeUpLocal: z.string().nullable(),
  /** Null while mails go to their address. */
  suppression: mailSuppression.nullable(),
  /** The member's own day on whose morning mails begin again; null while none holds them back. */
  pausedUntil: z.string().nullable(),
  /** What this server lets a member choose. */
  wakeUpOptions: z.object({
    emailTimes: z.array(z.string()),
    timezones: z.array(z.object({ id: z.string(), label: z.string() })),
  }),
});
export type ProfileResponse = z.infer<typeof profileResponse>;

const PLAYBACK_SPEED = "Please choose one of the offered speeds";

export const updateProfileRequest = z
  .object({
    emailTime: z
      .string("Please choose an hour such as 06:00")
      .refine((text) => parseHour(text) !== null, "Please choose an hour such as 06:00"),
    timezone: z
      .string("Please choose a time zone")
      .min(1, "Please choose a time zone")
      .max(64, "Please choose a time zone"),
    emailEnabled: z.boolean("Wake-up mails are on or off"),
    playbackSpeed: z
      .number(PLAYBACK_SPEED)
      .refine((speed) => PLAYBACK_SPEEDS.some((offered) => offered === speed), PLAYBACK_SPEED),
    /** The day of the first mail again; null resumes now. */
    pausedUntil: calendarDate.nullable(),
  })
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), "Nothing to change");
export type UpdateProfileRequest = z.infer<typeof updateProfileRequest>;

/** `at` is when the mail was handed over, for those that were. */
const morning = z.object({ date: z.string(), state: z.enum(MORNING_STATES), at: instant.nullable() });
export type Morning = z.infer<typeof morning>;

/** The member's last seven mornings, newest first, and the address their mails come from. */
export const morningsResponse = z.object({ sender: z.string(), mornings: z.array(morning) });
export type MorningsResponse = z.infer<typeof morningsResponse>;
