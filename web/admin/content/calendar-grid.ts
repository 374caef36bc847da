import { addDays, addMonths, monthOf } from "#domain/rules/calendar-days.ts";

export const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

function weekday(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

/** The weeks of a month, starting on Sunday; days of adjacent months are null. */
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

/** The same day in another month, or that month's last day if it is shorter. */
function sameDayOf(date: string, months: number): string {
  const month = addMonths(monthOf(date), months);
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const same = `${month}-${date.slice(8)}`;
  return same > last ? last : same;
}

const STEPS = new Map<string, (date: string) => string>([
  ["ArrowLeft", (date) => addDays(date, -1)],
  ["ArrowRight", (date) => addDays(date, 1)],
  ["ArrowUp", (date) => addDays(date, -7)],
  ["ArrowDown", (date) => addDays(date, 7)],
  ["Home", (date) => addDays(date, -weekday(date))],
  ["End", (date) => addDays(date, 6 - weekday(date))],
  ["PageUp", (date) => sameDayOf(date, -1)],
  ["PageDown", (date) => sameDayOf(date, 1)],
]);

export function dayAfterKey(date: string, key: string): string | null {
  return STEPS.get(key)?.(date) ?? null;
}
