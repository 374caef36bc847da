import * as z from "zod";
import { APP_PAGES } from "#domain/paths.ts";
import { clockHour } from "#domain/rules/wake-up-hours.ts";
import type { Config } from "./env.ts";
import { mailUrls } from "./mail-key.ts";

export function greetingOf(firstName: string | null): string {
  return firstName ? `Good morning, ${firstName}` : "Good morning";
}

/** What is stored of a mail that an administrator has sent once more: as it went out, and what was the member's own in it. */
export const wakeUpCopy = z.object({
  greeting: z.string(),
  // Rows that were written before these have mails without them.
  date: z.string().default(""),
  fallbackId: z.string().nullable().default(null),
  hour: z.number().default(0),
  itemsCompleted: z.number().default(0),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
});

/** Whose copy of a wake-up mail it is, as it stood at the claim: the day's number is one more than what they had completed. */
type Own = {
  member: string;
  date: string;
  fallbackId: string | null;
  greeting: string;
  hour: number;
  itemsCompleted: number;
};

/** All that differs between two copies of a wake-up mail, by the names in its template. */
export function ownWords(
  config: Config,
  { greeting, hour, itemsCompleted, ...morning }: Own,
  unsubscribeUrl: string,
): Record<string, string> {
  const { laterUrl, ...urls } = mailUrls(config, morning, hour + 1);
  const later = config.wakeUpHours.includes(hour + 1)
    ? { laterText: `Wake me at ${clockHour(hour + 1)} from tomorrow`, laterUrl }
    : { laterText: "Choose another hour", laterUrl: `${config.appUrl}${APP_PAGES.profile}` };
  return {
    greeting,
    hourText: clockHour(hour),
    dayNumber: String(itemsCompleted + 1),
    ...urls,
    ...later,
    unsubscribeUrl,
  };
}
