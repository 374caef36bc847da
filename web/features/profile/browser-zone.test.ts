import { afterEach, expect, test, vi } from "vitest";
import { zoneOptions } from "#domain/rules/time-zones.ts";
import { standIn } from "#test/web/device-zone.ts";
import { browserZoneAmong } from "./browser-zone.ts";

afterEach(() => vi.restoreAllMocks());

test("this device's zone is known by another name of it, too, and only where it is available", () => {
  standIn("Asia/Calcutta");
  expect(browserZoneAmong([{ id: "Asia/Tokyo" }, { id: "Asia/Kolkata" }])).toBe("Asia/Kolkata");
  expect(browserZoneAmong(zoneOptions("us"))).toBeUndefined();
});

test("a zone with the same clock all year as one offered counts as that one, and others don't", () => {
  standIn("America/Boise");
  expect(browserZoneAmong(zoneOptions("us"))).toBe("America/Denver");
  vi.restoreAllMocks();
  standIn("America/Phoenix");
  expect(browserZoneAmong(zoneOptions("us"))).toBeUndefined();
});

test("beside zones that this browser does not know its own is found, and a device without one has none of them", () => {
  standIn("Asia/Calcutta");
  const zones = [{ id: "Mars/Olympus" }, { id: "Asia/Kolkata" }];
  expect(browserZoneAmong(zones)).toBe("Asia/Kolkata");
  vi.restoreAllMocks();
  standIn("Etc/Unknown");
  expect(browserZoneAmong(zones)).toBeUndefined();
});
