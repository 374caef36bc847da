import { addDays, monthOf, monthRange } from "#domain/rules/calendar-days.ts";

export const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

function weekday(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

/** Another month, as `YYYY-MM`. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return monthOf(monthRange(year, number + months).from);
}

/** The weeks that a month touches, from Sunday; days of its neighbours are null. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`;
  const start = addDays(first, -weekday(first));
  const weeks: (string | null)[][] = [];
  for (let sunday = start; monthOf(sunday) <= month; sunday = addDays(sunday, 7)) {
    const days = WEEKDAYS.map((_, index) => addDays(sunday, index));
    weeks.push(days.map((day) => (monthOf(day) === month ? day : null)));
  }
  return weeks;
}

/** The day that a key leads to, as calendars do it; null for any other key. */
export function dayAfterKey(date: string, key: string): string | null {
  switch (key) {
    case "ArrowLeft":
      return addDays(date, -1);
    case "ArrowRight":
      return addDays(date, 1);
    case "ArrowUp":
      return addDays(date, -7);
    case "ArrowDown":
      return addDays(date, 7);
    case "Home":
      return addDays(date, -weekday(date));
    case "End":
      return addDays(date, 6 - weekday(date));
    case "PageUp":
      return sameDayOf(date, -1);
    case "PageDown":
      return sameDayOf(date, 1);
    default:
      return null;
  }
}

/** The same day of another month, or its last one. */
function sameDayOf(date: string, months: number): string {
  const month = addMonths(monthOf(date), months);
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const same = `${month}-${date.slice(8)}`;
  return same > last ? last : same;
}
