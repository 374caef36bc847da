import fc from "fast-check";
import { expect, test } from "vitest";
import { zoneOptions } from "#domain/rules/time-zones.ts";
import { findZones } from "./zone-field.tsx";

const WORLD = zoneOptions("world");

test.for([
  ["kathmandu", "Asia/Kat"],
  ["ho chi minh", "Asia/"],
  ["kyiv", "Europe/"],
  ["são paulo", "America/Sao_Paulo"],
  ["new york", "America/New_York"],
  ["pacific los", "America/Los_Angeles"],
] as const)("%s finds its zone first", ([words, expected]) => {
  expect(findZones(WORLD, words)[0]?.id.startsWith(expected)).toBe(true);
});

test("a zone's common name finds it early, even if its id names only a city", () => {
  expect(
    findZones(WORLD, "ind")
      .slice(0, 8)
      .some(({ id }) => /Kolkata|Calcutta/.test(id)),
  ).toBe(true);
  expect(findZones(WORLD, "india standard").some(({ id }) => /Kolkata|Calcutta/.test(id))).toBe(true);
});

test("every zone is found by its own ID and name, and words that match no zone find nothing", () => {
  fc.assert(
    fc.property(fc.constantFrom(...WORLD), (zone) => {
      expect(findZones(WORLD, zone.id)).toContain(zone);
      expect(findZones(WORLD, zone.label.toUpperCase())).toContain(zone);
    }),
  );
  expect(findZones(WORLD, "atlantis")).toEqual([]);
  expect(findZones(WORLD, "  ")).toEqual([]);
});

test("a zone this browser doesn't know is found by name and doesn't keep others from being found", () => {
  const zones = [{ id: "Mars/Olympus_Mons", label: "Mars/Olympus Mons" }, ...WORLD];
  expect(findZones(zones, "berlin").map(({ id }) => id)).toEqual(["Europe/Berlin"]);
  expect(findZones(zones, "olympus").map(({ id }) => id)).toEqual(["Mars/Olympus_Mons"]);
});
