import { expect, test } from "vitest";
import { US_ZONES, zoneLabel, zoneOptions, zoneWords } from "./time-zones.ts";

test("members choose among four zones by default, Central first", () => {
  expect(zoneOptions("us")).toEqual([
    { id: "America/Chicago", label: "Central" },
    { id: "America/New_York", label: "Eastern" },
    { id: "America/Denver", label: "Mountain" },
    { id: "America/Los_Angeles", label: "Pacific" },
  ]);
});

test("the world list starts with the four US zones, followed by every other zone once", () => {
  const world = zoneOptions("world");
  expect(world.slice(0, 4)).toEqual(US_ZONES);
  expect(new Set(world.map((zone) => zone.id)).size).toBe(world.length);
  expect(world.length).toBe(Intl.supportedValuesOf("timeZone").length);
  expect(world).toContainEqual({ id: "America/Mexico_City", label: "America/Mexico City" });
});

test("a zone has a label even if this server doesn't offer it", () => {
  expect(zoneLabel("America/Denver")).toBe("Mountain");
  expect(zoneLabel("Asia/Ho_Chi_Minh")).toBe("Asia/Ho Chi Minh");
});

test('a sentence names a zone by its city and the word "time"', () => {
  const named = [
    "America/Denver",
    "Europe/Berlin",
    "America/Indiana/Knox",
    "America/Mexico_City",
    "Asia/Calcutta",
    "UTC",
  ];
  const words = ["Mountain", "Berlin time", "Knox time", "Mexico City time", "Kolkata time", "UTC"];
  expect(named.map(zoneWords)).toEqual(words);
});
