import fc from "fast-check";
import { expect, test } from "vitest";
import { HOUR_MS } from "../durations.ts";
import { localTimeIn } from "./local-time.ts";
import { DEFAULT_ZONE, US_ZONES, zoneOptions } from "./time-zones.ts";
import { sameZone, zoneOnOffer } from "./zone-on-offer.ts";

const WINTER = Date.parse("2026-01-15T18:00:00Z");
const SUMMER = Date.parse("2026-07-15T18:00:00Z");

test.for([
  ["America/Los_Angeles", "America/Los_Angeles"],
  ["America/Boise", "America/Denver"],
  ["America/Detroit", "America/New_York"],
  ["America/Toronto", "America/New_York"],
  ["US/Pacific", "America/Los_Angeles"],
  ["America/Winnipeg", "America/Chicago"],
] as const)("%s counts as %s in both winter and summer", ([zone, counted]) => {
  for (const now of [WINTER, SUMMER]) {
    expect(sameZone(US_ZONES, zone, now)).toBe(counted);
    expect(zoneOnOffer(US_ZONES, zone, now)).toBe(counted);
  }
});

test.for([
  ["America/Phoenix", WINTER, "America/Denver"],
  ["America/Phoenix", SUMMER, "America/Los_Angeles"],
  ["Pacific/Honolulu", WINTER, "America/Los_Angeles"],
  ["Pacific/Honolulu", SUMMER, "America/Los_Angeles"],
  ["America/Halifax", WINTER, "America/New_York"],
  ["America/Sao_Paulo", WINTER, "America/New_York"],
  ["Europe/London", WINTER, DEFAULT_ZONE],
  ["Asia/Tokyo", SUMMER, DEFAULT_ZONE],
  // A day ahead of Honolulu, on the same clock: not near.
  ["Pacific/Kiritimati", WINTER, DEFAULT_ZONE],
  ["Etc/Unknown", WINTER, DEFAULT_ZONE],
  ["Mars/Olympus", WINTER, DEFAULT_ZONE],
  ["", WINTER, DEFAULT_ZONE],
  [undefined, WINTER, DEFAULT_ZONE],
] as const)("%s matches no offered zone all year and gets the closest one or Central", ([zone, now, offered]) => {
  if (zone !== undefined) expect(sameZone(US_ZONES, zone, now)).toBeUndefined();
  expect(zoneOnOffer(US_ZONES, zone, now)).toBe(offered);
});

test("if every zone is offered, each zone maps to itself, under any of its names", () => {
  const world = zoneOptions("world");
  for (const { id } of world) expect(zoneOnOffer(world, id, WINTER)).toBe(id);
  const india = zoneOnOffer(world, "Asia/Calcutta", WINTER);
  expect(zoneOnOffer(world, "Asia/Kolkata", WINTER)).toBe(india);
});

const zones = fc.constantFrom(...zoneOptions("world").map(({ id }) => id));
const instants = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) });
const hoursOff = (one: string, other: string, at: number) =>
  Math.abs(Date.parse(`${localTimeIn(one, at)}Z`) - Date.parse(`${localTimeIn(other, at)}Z`)) / HOUR_MS;

test("a zone maps to the closest one offered that day, or to Central if none is within three hours", () => {
  fc.assert(
    fc.property(zones, instants, (zone, now) => {
      const offered = zoneOnOffer(US_ZONES, zone, now);
      const gaps = US_ZONES.map(({ id }) => hoursOff(id, zone, now));
      const least = Math.min(...gaps);
      if (least > 3) expect(offered).toBe(DEFAULT_ZONE);
      else expect(hoursOff(offered, zone, now)).toBe(least);
    }),
    { numRuns: 300 },
  );
});

test("a zone that counts as an offered zone shows the same time every day for the next year", () => {
  fc.assert(
    fc.property(zones, instants, fc.integer({ min: 0, max: 365 * 24 }), (zone, now, hours) => {
      const counted = sameZone(US_ZONES, zone, now);
      if (counted === undefined) return;
      const noon = Date.parse(`${localTimeIn("UTC", now + hours * HOUR_MS).slice(0, 10)}T18:00:00Z`);
      if (noon >= now) expect(hoursOff(counted, zone, noon)).toBe(0);
    }),
    { numRuns: 300 },
  );
});

test.for(["x".repeat(5000), "America/Chicago ", "../etc/passwd", "\u0000", "GMT+99"])(
  "text that isn't a zone, such as %j, maps to Central",
  (text) => {
    expect(zoneOnOffer(US_ZONES, text, WINTER)).toBe(DEFAULT_ZONE);
  },
);
