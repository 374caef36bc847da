import { formatCount } from "#domain/formats.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { clockHour } from "#domain/rules/wake-up-hours.ts";
import { isWeekend } from "#domain/rules/week-hours.ts";
import type { Config } from "../kernel/env.ts";
import { mailUrls } from "../kernel/links/mail-key.ts";

export function greetingOf(firstName: string | null): string {
  return firstName ? `Good morning, ${firstName}` : "Good morning";
}

/** 0.2.0 offered members whose weekends differ no later hour; a retry of what it claimed must have the same bytes. */
const LATEST_PLANNED_HOUR = 16;

type Morning = { date: string; fallbackId: string | null; hour: number };
/** A member's own part of a wake-up email, as of the claim. */
type Own = {
  member: string;
  greeting: string;
  streak?: number | undefined;
  /** The stored weekend hour; null or absent if weekends are like weekdays. */
  weekendHour?: number | null | undefined;
  /** Only in recipients that 0.2.0 claimed: 1 if their weekends differ. */
  isPlanned?: number | null | undefined;
  unsubscribeUrl: string;
};

export function ownWords(config: Config, { date, fallbackId, hour }: Morning) {
  const urlsOf = mailUrls(config, { date, fallbackId, laterHour: hour + 1 });
  const hourText = clockHour(hour);
  const days = isWeekend(date) ? "on weekends" : "on weekdays";
  const other = { laterText: "Choose another hour", laterUrl: `${config.appUrl}${APP_PAGES.profile}` };
  const hasLater = config.wakeUpHours.includes(hour + 1);
  return ({ member, greeting, streak = 0, ...own }: Own): Record<string, string> => {
    const differs = own.isPlanned === 1 || (own.weekendHour ?? null) !== null;
    return {
      greeting,
      hourText,
      streakText: streak < 2 ? "" : ` · ${formatCount(streak, "day")} in a row`,
      laterText: `Wake me at ${clockHour(hour + 1)} ${differs ? days : "starting tomorrow"}`,
      ...urlsOf(member),
      ...(hasLater && (own.isPlanned !== 1 || hour < LATEST_PLANNED_HOUR) ? {} : other),
      unsubscribeUrl: own.unsubscribeUrl,
    };
  };
}
