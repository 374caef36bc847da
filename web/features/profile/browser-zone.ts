import { zoneFormat, zoneHere } from "../../lib/formats.ts";

/** Browsers and servers use different names for some zones: Asia/Kolkata is Asia/Calcutta. */
function canonical(zone: string): string | undefined {
  return zoneFormat(zone)?.resolvedOptions().timeZone;
}

/** The device's zone under its offered name; undefined if it isn't offered. */
export function browserZoneAmong(zones: readonly { id: string }[]): string | undefined {
  const here = zoneHere();
  if (zones.some(({ id }) => id === here)) return here;
  const known = canonical(here);
  // A device may report Etc/Unknown, which isn't a zone.
  return known && zones.find(({ id }) => canonical(id) === known)?.id;
}
