// Temporal as functions, because its classes can't be tree-shaken.
import * as Calendar from "temporal-polyfill/fns/Calendar";
import * as Instant from "temporal-polyfill/fns/Instant";
import * as PlainDate from "temporal-polyfill/fns/PlainDate";
import * as PlainTime from "temporal-polyfill/fns/PlainTime";
import * as ZonedDateTime from "temporal-polyfill/fns/ZonedDateTime";

function wallTimeAt(instant: number, zone: string): ZonedDateTime.Record {
  return Instant.toZonedDateTimeISO(Instant.fromEpochMilliseconds(instant), zone);
}

/** When (epoch ms) clocks there show that hour: a skipped hour maps to after the change, a repeated one to its first time (Temporal's "compatible"). */
export function instantAt(date: string, hour: number, zone: string): number {
  const day = PlainDate.fromString(date, Calendar.getISO);
  return PlainDate.toZonedDateTime(day, { timeZone: zone, plainTime: PlainTime.create(hour) }).epochMilliseconds;
}

/** Adds months at the same wall time in the zone; the day is clamped to the end of the month. */
export function addMonths(instant: number, months: number, zone: string): number {
  return ZonedDateTime.addMonths(wallTimeAt(instant, zone), months).epochMilliseconds;
}

export function addDaysAt(instant: number, days: number, zone: string): number {
  return ZonedDateTime.addDays(wallTimeAt(instant, zone), days).epochMilliseconds;
}

export function isoOrNull(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}
