/** Calendar days are `YYYY-MM-DD` strings: they sort as text and belong to no time zone. */
const DAY_MS = 86_400_000;
const PATTERN = /^\d{4}-\d{2}-\d{2}$/;

function toUtc(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

/** Whether the text is a day that exists (no 31 February). */
export function isCalendarDate(text: string): boolean {
  if (!PATTERN.test(text)) return false;
  const time = toUtc(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

export function addDays(date: string, days: number): string {
  return new Date(toUtc(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Days from one day to another; negative when that is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((toUtc(to) - toUtc(from)) / DAY_MS);
}

/** `YYYY-MM` of a day. */
export function monthOf(date: string): string {
  return date.slice(0, 7);
}

/** First day of a month and first day of the next: a half-open range that compares as text. */
export function monthRange(year: number, month: number): { from: string; before: string } {
  const first = new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10);
  const next = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
  return { from: first, before: next };
}

/** A day in words; a formatter costs more to make than all that a page has it say. */
function inWords(options: Intl.DateTimeFormatOptions): (date: string) => string {
  let made: Intl.DateTimeFormat | undefined;
  return (date) => {
    made ??= new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" });
    return made.format(toUtc(date));
  };
}

/** "Friday, November 20, 2026" */
export const formatLongDate = inWords({ weekday: "long", month: "long", day: "numeric", year: "numeric" });

const weekdayOf = inWords({ weekday: "long" });
const monthNameOf = inWords({ month: "long" });

/** "Tuesday 12 August" */
export function formatSpokenDay(date: string): string {
  return `${weekdayOf(date)} ${Number(date.slice(8))} ${monthNameOf(date)}`;
}

/** "Nov 20" */
export const formatMonthDay = inWords({ month: "short", day: "numeric" });

/** "Fri" */
export const formatShortWeekday = inWords({ weekday: "short" });

const monthAndYearOf = inWords({ month: "long", year: "numeric" });

/** "November 2026" */
export function formatMonth(year: number, month: number): string {
  return monthAndYearOf(monthRange(year, month).from);
}
