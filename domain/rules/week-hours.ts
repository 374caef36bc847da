import { addDays } from "./calendar-days.ts";
import { formatHour, NO_EMAIL, parseHour } from "./wake-up-hours.ts";

/** The stored `weekendHour` of members who get nothing on weekends. */
export const NO_HOUR = -1;

/** As stored: `weekendHour` is null if weekends are like weekdays. */
export type WeekHours = { wakeUpHour: number; weekendHour: number | null };
/** As the API has them; `weekendTime` is null if weekends are like weekdays. */
type Times = { emailTime: string; weekendTime: string | null };

/** What decides when a member's slots are. */
export type Waking = WeekHours & { timezone: string };

export const isWeekend = (date: string): boolean => new Date(`${date}T00:00:00Z`).getUTCDay() % 6 === 0;

/** A date's hour; null for nothing. A property test keeps it in step with the dispatcher's `hourColumn`. */
export function hourOn({ wakeUpHour, weekendHour }: WeekHours, date: string): number | null {
  if (weekendHour === null || !isWeekend(date)) return wakeUpHour;
  return weekendHour === NO_HOUR ? null : weekendHour;
}

/** The first date with a wake-up, from `date` on. */
export function wakingDay(hours: WeekHours, date: string): string {
  return hourOn(hours, date) === null ? wakingDay(hours, addDays(date, 1)) : date;
}

/** The hour that a date's email names and its links change; on a weekend without email, the weekday's. */
export function hourOf(hours: WeekHours, date: string): number {
  return hourOn(hours, date) ?? hours.wakeUpHour;
}

export function timesOf({ wakeUpHour, weekendHour }: WeekHours): Times {
  const emailTime = formatHour(wakeUpHour);
  if (weekendHour === null) return { emailTime, weekendTime: null };
  return { emailTime, weekendTime: weekendHour === NO_HOUR ? NO_EMAIL : formatHour(weekendHour) };
}

export function weekHoursOf({ emailTime, weekendTime }: Times): WeekHours | null {
  const wakeUpHour = parseHour(emailTime);
  if (wakeUpHour === null) return null;
  if (weekendTime === NO_EMAIL) return { wakeUpHour, weekendHour: NO_HOUR };
  return { wakeUpHour, weekendHour: weekendTime === null ? null : parseHour(weekendTime) };
}

/** A date's hour as text; on a weekend without email, the weekday hour. */
export function emailTimeOn({ emailTime, weekendTime }: Times, date: string): string {
  return weekendTime === null || weekendTime === NO_EMAIL || !isWeekend(date) ? emailTime : weekendTime;
}
