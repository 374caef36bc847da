import { addDays } from "./calendar-days.ts";

export const MAX_PAUSE_DAYS = 365;

/** The error for a day on which emails should resume, or null. `today` is the member's local day. */
export function pauseProblem(date: string, today: string): string | null {
  if (date <= today) return "Choose a day after today.";
  return date > addDays(today, MAX_PAUSE_DAYS) ? "Choose a day within the next year." : null;
}

/** The Monday until which a day's email offers to pause. It skips at least one morning, so on a Sunday it's the Monday after next. */
export function pauseDayOf(date: string): string {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return addDays(date, weekday === 0 ? 8 : 8 - weekday);
}
