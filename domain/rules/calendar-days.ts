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

function format(date: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" }).format(toUtc(date));
}

/** "Friday, November 20, 2026" */
export function formatLongDate(date: string): string {
  return format(date, { weekday: "long", month: "long", day: "numeric", year: "numeric" });
}

/** "Tuesday 12 August" */
export function formatSpokenDay(date: string): string {
  return `${format(date, { weekday: "long" })} ${Number(date.slice(8))} ${format(date, { month: "long" })}`;
}

/** "Nov 20" */
export function formatMonthDay(date: string): string {
  return format(date, { month: "short", day: "numeric" });
}

/** "Fri" */
export function formatShortWeekday(date: string): string {
  return format(date, { weekday: "short" });
}

/** "November 2026" */
export function formatMonth(year: number, month: number): string {
  return format(monthRange(year, month).from, { month: "long", year: "numeric" });
}
