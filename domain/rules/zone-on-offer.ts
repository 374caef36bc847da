import { DAY_MS, HOUR_MS } from "../durations.ts";
import { canonicalZone } from "../formats.ts";
import { isKnownZone, localTimeIn } from "./local-time.ts";
import { DEFAULT_ZONE } from "./time-zones.ts";

type Zones = readonly { id: string }[];

/** Clocks further apart than this show different times of day. */
const FARTHEST_MS = 3 * HOUR_MS;
/** A year, checked once a week: where rules differ, they do so for longer. */
const WEEKS = 53;

/** How far (ms) the first zone's clock is ahead of the second's. */
function clockGap(zone: string, other: string, instant: number): number {
  const [clock = 0, otherClock = 0] = [zone, other].map((each) => Date.parse(`${localTimeIn(each, instant)}Z`));
  return clock - otherClock;
}

function isSameClock(zone: string, other: string, instant: number): boolean {
  return zone === other || clockGap(zone, other, instant) === 0;
}

function agreeAllYear(zone: string, other: string, from: number): boolean {
  return Array.from({ length: WEEKS }, (_, week) => from + week * 7 * DAY_MS).every((at) =>
    isSameClock(zone, other, at),
  );
}

/** The offered zone that `zone` counts as: its own ID, another name for it, or a clock that agrees all year, as in Boise and Denver. */
export function sameZone(zones: Zones, zone: string, now: number): string | undefined {
  if (zones.some(({ id }) => id === zone)) return zone;
  const known = canonicalZone(zone);
  // A device may report Etc/Unknown, which isn't a zone.
  if (known === undefined) return undefined;
  const isSame = ({ id }: Zones[number]) => isKnownZone(id) && agreeAllYear(id, zone, now);
  return (zones.find(({ id }) => canonicalZone(id) === known) ?? zones.find(isSame))?.id;
}

/** The offered zone for a device in `zone`: the same one, else the closest if its clock is at most three hours off, else Central. */
export function zoneOnOffer(zones: Zones, zone: string | undefined, now: number): string {
  const same = zone && sameZone(zones, zone, now);
  if (same) return same;
  if (zone === undefined || !isKnownZone(zone)) return DEFAULT_ZONE;
  const gapTo = ({ id }: Zones[number]) =>
    isKnownZone(id) ? Math.abs(clockGap(id, zone, now)) : Number.POSITIVE_INFINITY;
  const closest = zones.toSorted((one, other) => gapTo(one) - gapTo(other))[0];
  return closest && gapTo(closest) <= FARTHEST_MS ? closest.id : DEFAULT_ZONE;
}
