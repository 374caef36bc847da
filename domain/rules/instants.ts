// Temporal as functions: of its classes a bundle can leave nothing out.
import * as Calendar from "temporal-polyfill/fns/Calendar";
import * as Instant from "temporal-polyfill/fns/Instant";
import * as PlainDate from "temporal-polyfill/fns/PlainDate";
import * as PlainTime from "temporal-polyfill/fns/PlainTime";
import * as ZonedDateTime from "temporal-polyfill/fns/ZonedDateTime";

function wallTimeAt(instant: number, zone: string): ZonedDateTime.Record {
  return Instant.toZonedDateTimeISO(Instant.fromEpochMilliseconds(instant), zone);
}

/**
 * The instant (epoch ms) at which a wall clock in the zone shows that hour on that day. An hour that daylight saving skips
 * comes when the clocks have moved on; an hour that comes twice counts the first time (Temporal's "compatible").
 */
export function instantAt(date: string, hour: number, zone: string): number {
  const day = PlainDate.fromString(date, Calendar.getISO);
  return PlainDate.toZonedDateTime(day, { timeZone: zone, plainTime: PlainTime.create(hour) }).epochMilliseconds;
}

/** The instant a number of months on: same wall time in the zone, the day clamped to the month's end. */
export function addMonths(instant: number, months: number, zone: string): number {
  return ZonedDateTime.addMonths(wallTimeAt(instant, zone), months).epochMilliseconds;
}

/** The instant a number of days on, or back: same wall time in the zone. */
export function addDaysAt(instant: number, days: number, zone: string): number {
  return ZonedDateTime.addDays(wallTimeAt(instant, zone), days).epochMilliseconds;
}
