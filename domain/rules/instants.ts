import { Temporal } from "temporal-polyfill";

/**
 * The instant (epoch ms) at which a wall clock in the zone shows that hour on that day. An hour that daylight saving skips
 * comes when the clocks have moved on; an hour that comes twice counts the first time (Temporal's "compatible").
 */
export function instantAt(date: string, hour: number, zone: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: zone, plainTime: { hour } }).epochMilliseconds;
}

/** The instant a number of months on: same wall time in the zone, the day clamped to the month's end. */
export function addMonths(instant: number, months: number, zone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).add({ months }).epochMilliseconds;
}

/** The instant a number of days on, or back: same wall time in the zone. */
export function addDaysAt(instant: number, days: number, zone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).add({ days }).epochMilliseconds;
}
