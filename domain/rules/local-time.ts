/** What a clock on the wall shows at an instant, in a zone. Instants are epoch milliseconds. */
export type WallClock = { date: string; hour: number; minute: number };

// Building a formatter costs far more than using one, and a tick asks about every zone.
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat("en-CA", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
    });
    formatters.set(zone, formatter);
  }
  return formatter;
}

/** @throws RangeError for a zone that Intl does not know. */
export function wallClockIn(zone: string, instant: number): WallClock {
  const parts: Record<string, string> = {};
  for (const { type, value } of formatterOf(zone).formatToParts(instant)) parts[type] = value;
  return {
    date: `${parts.year}-${parts.month}-${parts.day}`,
    hour: Number(parts.hour),
    minute: Number(parts.minute),
  };
}

/** The calendar day it is in a zone. */
export function dateIn(zone: string, instant: number): string {
  return wallClockIn(zone, instant).date;
}

/** What the zone's clock shows, as `2026-07-05T06:00`. */
export function localTimeIn(zone: string, instant: number): string {
  const { date, hour, minute } = wallClockIn(zone, instant);
  return `${date}T${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

/** Whether this runtime can tell the time of a zone. */
export function isKnownZone(zone: string): boolean {
  try {
    return formatterOf(zone) !== undefined;
  } catch {
    return false;
  }
}
