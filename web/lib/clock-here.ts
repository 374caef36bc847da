import { formatTimeIfKnown, zoneHere } from "#domain/formats.ts";

/** Whether this device's clock shows the zone's time at an instant, or now; false for a zone this browser doesn't know. */
export function isClockHere(zone: string, at?: string | number | null): boolean {
  const [clock, here] = [zone, zoneHere()].map((each) => formatTimeIfKnown(at ?? Date.now(), each));
  return clock !== undefined && clock === here;
}
