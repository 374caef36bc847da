import { DAY_MS, HOUR_MS } from "../durations.ts";
import { canonicalZone } from "../formats.ts";
import { isKnownZone, localTimeIn } from "./local-time.ts";
import { DEFAULT_ZONE } from "./time-zones.ts";

type Zones = readonly { id: string }[];

/** Clocks further apart than this show different times of day. */
const FARTHEST_MS = 3 * HOUR_MS;
/** A year, checked once a week: where rules differ, they do so for longer. */
const WEEKS = 53;
const WEEK_MS = 7 * DAY_MS;

/** How far (ms) the first zone's clock is ahead of the second's. */
function clockGap(zone: string, other: string, instant: number): number {
  const [clock = 0, otherClock = 0] = [zone, other].map((each) => Date.parse(`${localTimeIn(each, instant)}Z`));
  return clock - otherClock;
}

const clocks = new Map<string, string>();
let clocksFrom = 0;

/** What a zone's clock shows in each week of a year from this week on; remembered, since an import asks for thousands. */
function clockOf(zone: string, now: number): string {
  const from = Math.floor(now / WEEK_MS) * WEEK_MS;
  if (from !== clocksFrom) clocks.clear();
  clocksFrom = from;
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  const shown = Array.from({ length: WEEKS }, (_, week) => localTimeIn(zone, from + week * WEEK_MS)).join();
  clocks.set(zone, shown);
  return shown;
}

/** The offered zone that `zone` counts as: its own ID, another name for it, or a clock that agrees all year, as in Boise and Denver. */
export function sameZone(zones: Zones, zone: string, now: number): string | undefined {
  if (zones.some(({ id }) => id === zone)) return zone;
  const known = canonicalZone(zone);
  // A device may report Etc/Unknown, which isn't a zone.
  if (known === undefined) return undefined;
  const isSame = ({ id }: Zones[number]) => isKnownZone(id) && clockOf(id, now) === clockOf(zone, now);
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
