import { MINUTE_MS } from "#domain/durations.ts";
import { dateIn, isKnownZone } from "#domain/rules/local-time.ts";

/** What this device's clock shows, as `2026-07-05T06:00`: asked for by no zone's name, so it is always known. */
export function localTimeHere(instant: number): string {
  const offset = new Date(instant).getTimezoneOffset() * MINUTE_MS;
  return new Date(instant - offset).toISOString().slice(0, 16);
}

/** The calendar day it is in a zone; of one that this browser does not know, the day of this device, one off at most. */
export function dayIn(zone: string, instant: number): string {
  return isKnownZone(zone) ? dateIn(zone, instant) : localTimeHere(instant).slice(0, 10);
}
