import { addDays } from "./calendar-days.ts";
import { formatHour, NO_EMAIL, parseHour } from "./wake-up-hours.ts";

/** The latest hour of members whose weekends differ: even late emails go out before hours change at 8 PM. */
export const LATEST_HOUR = 16;
export const HOUR_TOO_LATE = "Choose hours before 5:00 PM to set a different weekend hour.";

/** Null: no email on weekends. */
export type WeekHours = { weekdayHour: number; weekendHour: number | null };
/** As the API has them; `weekendTime` is null if weekends are like weekdays. */
type Times = { emailTime: string; weekendTime: string | null };

export const isWeekend = (date: string): boolean => new Date(`${date}T00:00:00Z`).getUTCDay() % 6 === 0;

export function plannedHour({ weekdayHour, weekendHour }: WeekHours, date: string): number | null {
  return isWeekend(date) ? weekendHour : weekdayHour;
}

/** The first date with an email, from `date` on. */
export function wakingDay(hours: WeekHours, date: string): string {
  return plannedHour(hours, date) === null ? wakingDay(hours, addDays(date, 1)) : date;
}

type Waking = { wakeUpHour: number; plan?: WeekHours | null | undefined };

/** The hour that a date's email names and its links change; on a weekend without email, the weekday's. */
export function hourOf({ wakeUpHour, plan }: Waking, date: string): number {
  return (plan && plannedHour(plan, date)) ?? plan?.weekdayHour ?? wakeUpHour;
}

export function timesOf({ wakeUpHour, plan }: Waking): Times {
  if (!plan) return { emailTime: formatHour(wakeUpHour), weekendTime: null };
  const { weekdayHour, weekendHour } = plan;
  return { emailTime: formatHour(weekdayHour), weekendTime: weekendHour === null ? NO_EMAIL : formatHour(weekendHour) };
}

export function weekHoursOf({ emailTime, weekendTime }: Times): WeekHours | null {
  const [weekdayHour, weekendHour] = [parseHour(emailTime), parseHour(weekendTime ?? emailTime)];
  if (weekdayHour === null) return null;
  return { weekdayHour, weekendHour: weekendTime === NO_EMAIL ? null : (weekendHour ?? weekdayHour) };
}

/** A date's hour as text; on a weekend without email, the weekday hour. */
export function emailTimeOn({ emailTime, weekendTime }: Times, date: string): string {
  return weekendTime === null || weekendTime === NO_EMAIL || !isWeekend(date) ? emailTime : weekendTime;
}
