import * as z from "zod";
import { zoneOptions } from "#domain/rules/time-zones.ts";
import { DEFAULT_WAKE_UP_HOURS, parseHourRange } from "#domain/rules/wake-up-hours.ts";

export const wakeUpConfig = z
  .object({
    WAKE_UP_HOURS: z
      .string()
      .default(DEFAULT_WAKE_UP_HOURS)
      .transform((text, context) => {
        const hours = parseHourRange(text);
        if (hours) return hours;
        context.addIssue("must be a range such as 05-09");
        return z.NEVER;
      }),
    WAKE_UP_ZONES: z.enum(["us", "world"]).default("us"),
  })
  .transform((given) => ({ wakeUpHours: given.WAKE_UP_HOURS, wakeUpZones: zoneOptions(given.WAKE_UP_ZONES) }));
