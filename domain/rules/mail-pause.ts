import { addDays } from "./calendar-days.ts";

/** How far ahead a member may pause their mails, in days. */
export const MAX_PAUSE_DAYS = 365;

/** What is wrong with a day on which mails are to begin again, or null. `today` is the member's own. */
export function pauseProblem(date: string, today: string): string | null {
  if (date <= today) return "Please choose a day after today.";
  return date > addDays(today, MAX_PAUSE_DAYS) ? "Please choose a day within the next year." : null;
}
