import { formatTimeIfKnown, zoneHere } from "#domain/formats.ts";

/** Whether this device's clock shows the zone's time; false for a zone this browser doesn't know. */
export function isClockHere(zone: string, instant: number | string): boolean {
  const here = zoneHere();
  return here === zone || (formatTimeIfKnown(instant, zone) ?? "") === formatTimeIfKnown(instant, here);
}
