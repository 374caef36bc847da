import { zoneFormat, zoneHere } from "../../lib/formats.ts";

/** Browsers and servers know some zones by different names: Asia/Kolkata is Asia/Calcutta. */
function canonical(zone: string): string | undefined {
  return zoneFormat(zone)?.resolvedOptions().timeZone;
}

/** The zone of this device, as it is called among those on offer; undefined where it is not. */
export function browserZoneAmong(zones: readonly { id: string }[]): string | undefined {
  const here = zoneHere();
  if (zones.some(({ id }) => id === here)) return here;
  const known = canonical(here);
  // A device may call its own zone Etc/Unknown, which is none.
  return known && zones.find(({ id }) => canonical(id) === known)?.id;
}
