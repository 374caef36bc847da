import * as z from "zod";
import { SUPPRESSION_REASONS } from "../rules/mail-events.ts";
import { MORNING_STATES } from "../rules/mail-states.ts";
import { MORNING_GAPS } from "../rules/morning-gaps.ts";
import { PLAYBACK_SPEEDS } from "../rules/playback.ts";
import { PUSH_STATES } from "../rules/push.ts";
import { NO_EMAIL, parseHour } from "../rules/wake-up-hours.ts";
import { bounded, calendarDate, instant, memberName, subscriber } from "./fields.ts";
import { wakeUpOptions } from "./wake-up-choice.ts";

export const mailSuppression = z.object({
  /** A full mailbox stops wake-ups and messages only; when it began isn't stored. */
  reason: z.enum([...SUPPRESSION_REASONS, "full"]),
  since: instant.nullable(),
  askedAt: instant.nullable(),
});

export type MailSuppression = z.infer<typeof mailSuppression>;

export const profileResponse = z.object({
  ...subscriber,
  subscriptionEndDate: instant.nullable(),
  /** The end as the member's local day; null also for a trial that a paid plan follows. */
  subscriptionEndDay: calendarDate.nullable(),
  hasAccess: z.boolean(),
  /** Has a password, so the member can log in anywhere. */
  isSetUp: z.boolean(),
  /** Whether a first password needs an emailed code. */
  asksCode: z.boolean(),
  /** Until someone confirms the email. */
  canCorrectAddress: z.boolean(),
  isGiftSubscription: z.boolean(),
  giftGiverName: z.string().nullable(),
  /** On weekdays. */
  emailTime: z.string(),
  /** On Saturdays and Sundays: an hour, `none` for nothing, or null for the weekday hour. */
  weekendTime: z.string().nullable(),
  timezone: z.string(),
  emailEnabled: z.boolean(),
  /** Gets notifications on some device. */
  hasDevices: z.boolean(),
  playbackSpeed: z.number(),
  phoneNumber: z.string().nullable(),
  smsEnabled: z.boolean(),
  createdAt: instant,
  /** When the next wake-up email is due; null if off, suppressed, or without access. Also on the member's clock, as `2026-07-05T06:00`. */
  nextWakeUpAt: instant.nullable(),
  nextWakeUpLocal: z.string().nullable(),
  suppression: mailSuppression.nullable(),
  /** The member's local day on which wake-ups resume; null if they aren't paused. */
  pausedUntil: z.string().nullable(),
  wakeUpOptions,
});
export type ProfileResponse = z.infer<typeof profileResponse>;

const HOUR = "Choose an hour such as 06:00";
const PLAYBACK_SPEED = "Choose one of the available speeds";

export const updateProfileRequest = z
  .object({
    emailTime: z.string(HOUR).refine((text) => parseHour(text) !== null, HOUR),
    weekendTime: z
      .string(HOUR)
      .refine((text) => text === NO_EMAIL || parseHour(text) !== null, HOUR)
      .nullable(),
    timezone: bounded("Choose a time zone", 64),
    emailEnabled: z.boolean("Wake-up emails must be on or off"),
    playbackSpeed: z
      .number(PLAYBACK_SPEED)
      .refine((speed) => PLAYBACK_SPEEDS.some((offered) => offered === speed), PLAYBACK_SPEED),
    /** First and last name in one. */
    name: memberName,
    /** The day wake-ups resume; null resumes them now. */
    pausedUntil: calendarDate.nullable(),
  })
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), "Nothing to change");
export type UpdateProfileRequest = z.infer<typeof updateProfileRequest>;

/** `at` is when the email was handed to the provider, if it was; `reason` what was said of a failure. `none` may have a `why`. */
export const morning = z.object({
  date: z.string(),
  state: z.enum(MORNING_STATES),
  at: instant.nullable(),
  reason: z.string().optional(),
  why: z.enum(MORNING_GAPS).optional(),
  /** The notification's result, of several devices' the best; absent if none was due. */
  push: z.enum(PUSH_STATES).optional(),
});
export type Morning = z.infer<typeof morning>;

/** The member's last 14 mornings, newest first, and the address their emails come from. */
export const morningsResponse = z.object({ sender: z.string(), mornings: z.array(morning) });
export type MorningsResponse = z.infer<typeof morningsResponse>;
