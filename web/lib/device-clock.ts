import { MINUTE_MS } from "#domain/durations.ts";
import { formatDate, zoneHere } from "#domain/formats.ts";
import { isKnownZone, localTimeIn } from "#domain/rules/local-time.ts";

/** This device's local time, as `2026-07-05T06:00`. It needs no zone name, so it always works. */
export function localTimeHere(instant: number): string {
  const offset = new Date(instant).getTimezoneOffset() * MINUTE_MS;
  return new Date(instant - offset).toISOString().slice(0, 16);
}

/** As `localTimeHere`, in a zone; if this browser doesn't know the zone, on this device, whose day is off by one at most. */
export const localTimeOf = (zone: string, instant: number): string =>
  isKnownZone(zone) ? localTimeIn(zone, instant) : localTimeHere(instant);

/** Today, as `localTimeOf`. */
export const dayIn = (zone: string, instant: number): string => localTimeOf(zone, instant).slice(0, 10);

/** "Nov 20, 2026" in a zone, or on this device if its browser doesn't know the zone. */
export const dateOnClockOf = (zone: string, instant: string) => formatDate(instant, isKnownZone(zone) ? zone : null);

/** As `localTimeHere`, by the device's zone if that has a name. */
export function clockHere(instant: number): string {
  const here = zoneHere();
  return isKnownZone(here) ? localTimeIn(here, instant) : localTimeHere(instant);
}
