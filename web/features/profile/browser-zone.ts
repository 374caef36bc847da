import { zoneHere } from "#domain/formats.ts";
import { sameZone } from "#domain/rules/zone-on-offer.ts";

/** The offered zone that this device's counts as; undefined if it counts as none. */
export function browserZoneAmong(zones: readonly { id: string }[]): string | undefined {
  return sameZone(zones, zoneHere(), Date.now());
}
