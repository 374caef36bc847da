import { addDays } from "./calendar-days.ts";

/** How far ahead a member may pause their mails, in days. */
export const MAX_PAUSE_DAYS = 365;

/** What is wrong with a day on which mails are to begin again, or null. `today` is the member's own. */
export function pauseProblem(date: string, today: string): string | null {
  if (date <= today) return "Please choose a day after today.";
  return date > addDays(today, MAX_PAUSE_DAYS) ? "Please choose a day within the next year." : null;
}

/** The Monday until which a day's mail offers a pause: one that skips a morning at least, so on a Sunday the next but one. */
export function pauseDayOf(date: string): string {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return addDays(date, weekday === 0 ? 8 : 8 - weekday);
}
