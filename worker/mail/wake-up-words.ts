import { APP_PAGES } from "#domain/paths.ts";
import { clockHour } from "#domain/rules/wake-up-hours.ts";
import type { Config } from "../kernel/env.ts";
import { mailUrls } from "../kernel/links/mail-key.ts";

export function greetingOf(firstName: string | null): string {
  return firstName ? `Good morning, ${firstName}` : "Good morning";
}

type Morning = { date: string; fallbackId: string | null; hour: number };
/** A member's own part of a wake-up email, as of the claim. The day's number is `itemsCompleted` plus one. */
type Own = { member: string; greeting: string; itemsCompleted: number; unsubscribeUrl: string };

export function ownWords(config: Config, { date, fallbackId, hour }: Morning) {
  const urlsOf = mailUrls(config, { date, fallbackId, laterHour: hour + 1 });
  const hourText = clockHour(hour);
  const laterText = `Wake me at ${clockHour(hour + 1)} starting tomorrow`;
  const other = { laterText: "Choose another hour", laterUrl: `${config.appUrl}${APP_PAGES.profile}` };
  const hasLater = config.wakeUpHours.includes(hour + 1);
  return ({ member, greeting, itemsCompleted, unsubscribeUrl }: Own): Record<string, string> => ({
    greeting,
    hourText,
    dayNumber: String(itemsCompleted + 1),
    laterText,
    ...urlsOf(member),
    ...(hasLater ? {} : other),
    unsubscribeUrl,
  });
}
