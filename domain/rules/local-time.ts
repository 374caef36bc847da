import { formatLongDate } from "./calendar-days.ts";

/** What a wall clock in a zone shows at an instant. Instants are epoch milliseconds. */
export type WallClock = { date: string; hour: number; minute: number };

// Creating a formatter costs far more than using it, and each tick needs every zone.
const formatters = new Map<string, Intl.DateTimeFormat>();

const TWO = "2-digit";
const PARTS = { hourCycle: "h23", year: "numeric", month: TWO, day: TWO, hour: TWO, minute: TWO } as const;

function formatterOf(zone: string): Intl.DateTimeFormat {
  const formatter = formatters.get(zone) ?? new Intl.DateTimeFormat("en-CA", { ...PARTS, timeZone: zone });
  formatters.set(zone, formatter);
  return formatter;
}

/** @throws RangeError for a zone Intl doesn't know */
export function wallClockIn(zone: string, instant: number): WallClock {
  const parts: Record<string, string> = {};
  for (const { type, value } of formatterOf(zone).formatToParts(instant)) parts[type] = value;
  return { date: `${parts.year}-${parts.month}-${parts.day}`, hour: Number(parts.hour), minute: Number(parts.minute) };
}

export const dateIn = (zone: string, instant: number): string => wallClockIn(zone, instant).date;

/** "Friday, November 20, 2026" */
export const longDateIn = (zone: string, instant: number): string => formatLongDate(dateIn(zone, instant));

/** The zone's local time as `2026-07-05T06:00`. */
export function localTimeIn(zone: string, instant: number): string {
  const { date, hour, minute } = wallClockIn(zone, instant);
  return `${date}T${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

export function isKnownZone(zone: string): boolean {
  try {
    return formatterOf(zone) !== undefined;
  } catch {
    return false;
  }
}
