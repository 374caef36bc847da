import * as z from "zod";
import { PLAYBACK_SPEEDS } from "../rules/playback.ts";
import { parseHour } from "../rules/wake-up-hours.ts";
import { instant, subscriptionStatus, subscriptionType } from "./fields.ts";

export const profileResponse = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  subscriptionType,
  subscriptionStatus,
  subscriptionEndDate: instant.nullable(),
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
  })
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), "Nothing to change");
export type UpdateProfileRequest = z.infer<typeof updateProfileRequest>;
