import { MINUTE_MS } from "#domain/durations.ts";
import { formatDate, zoneHere } from "#domain/formats.ts";
import { dateIn, isKnownZone, localTimeIn } from "#domain/rules/local-time.ts";

/** This device's local time, as `2026-07-05T06:00`. It needs no zone name, so it always works. */
export function localTimeHere(instant: number): string {
  const offset = new Date(instant).getTimezoneOffset() * MINUTE_MS;
  return new Date(instant - offset).toISOString().slice(0, 16);
}

/** Today in a zone; if this browser doesn't know the zone, this device's day, which is off by one at most. */
export function dayIn(zone: string, instant: number): string {
  return isKnownZone(zone) ? dateIn(zone, instant) : localTimeHere(instant).slice(0, 10);
}

/** "Nov 20, 2026" in a zone, or on this device if its browser doesn't know the zone. */
export const dateOnClockOf = (zone: string, instant: string) => formatDate(instant, isKnownZone(zone) ? zone : null);

/** As `localTimeHere`, by the device's zone if that has a name. */
export function clockHere(instant: number): string {
  const here = zoneHere();
  return isKnownZone(here) ? localTimeIn(here, instant) : localTimeHere(instant);
}
