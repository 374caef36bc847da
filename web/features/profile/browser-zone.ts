import { canonicalZone, zoneHere } from "#domain/formats.ts";
/** The device's zone under its offered name; undefined if it isn't offered. */
export function browserZoneAmong(zones: readonly { id: string }[]): string | undefined {
  const here = zoneHere();
  if (zones.some(({ id }) => id === here)) return here;
  const known = canonicalZone(here);
  // A device may report Etc/Unknown, which isn't a zone.
  return known && zones.find(({ id }) => canonicalZone(id) === known)?.id;
}
