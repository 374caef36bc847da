import { DAY_MS } from "../durations.ts";

/** Calendar days are `YYYY-MM-DD` strings: they sort as text and have no time zone. */
const PATTERN = /^\d{4}-\d{2}-\d{2}$/;

const toUtc = (date: string): number => Date.parse(`${date}T00:00:00Z`);

/** Whether the text is an existing day (no February 31). */
export function isCalendarDate(text: string): boolean {
  if (!PATTERN.test(text)) return false;
  const time = toUtc(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

export function addDays(date: string, days: number): string {
  return new Date(toUtc(date) + days * DAY_MS).toISOString().slice(0, 10);
}

export const daysBetween = (from: string, to: string): number => Math.round((toUtc(to) - toUtc(from)) / DAY_MS);

export const monthOf = (date: string): string => date.slice(0, 7);

/** First day of the month and of the next: a half-open range that compares as text. */
export function monthRange(year: number, month: number): { from: string; before: string } {
  const first = new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10);
  const next = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
  return { from: first, before: next };
}

/** A month (`YYYY-MM`) some months later. */
export const addMonths = (month: string, months: number): string =>
  monthOf(monthRange(Number(month.slice(0, 4)), Number(month.slice(5)) + months).from);

const MONTHS = "January February March April May June July August September October November December".split(" ");
const WEEKDAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

// Tables instead of Intl: a page's first formatter is the longest task of its first screen (docs/decisions/0036).
function nameAt(names: readonly string[], place: number): string {
  const name = names[place];
  if (name === undefined) throw new RangeError("This is no calendar day");
  return name;
}

const weekdayOf = (date: string): string => nameAt(WEEKDAYS, new Date(toUtc(date)).getUTCDay());

const monthNameOf = (date: string): string => nameAt(MONTHS, Number(date.slice(5, 7)) - 1);

const dayOfMonth = (date: string): number => Number(date.slice(8));

/** "Friday, November 20" */
export function formatDayOfYear(date: string): string {
  return `${weekdayOf(date)}, ${monthNameOf(date)} ${dayOfMonth(date)}`;
}

/** "Friday, November 20, 2026" */
export const formatLongDate = (date: string): string => `${formatDayOfYear(date)}, ${date.slice(0, 4)}`;

/** "Nov 20" */
export const formatMonthDay = (date: string): string => `${monthNameOf(date).slice(0, 3)} ${dayOfMonth(date)}`;

export const formatShortWeekday = (date: string): string => weekdayOf(date).slice(0, 3);

/** "November 2026" */
export const formatMonthOf = (month: string): string => `${monthNameOf(month)} ${month.slice(0, 4)}`;

/** "November 2026" */
export const formatMonth = (year: number, month: number): string => formatMonthOf(monthRange(year, month).from);
