import { afterEach, expect, test, vi } from "vitest";
import { zoneOptions } from "#domain/rules/time-zones.ts";
import { standIn } from "#test/web/device-zone.ts";
import { browserZoneAmong } from "./browser-zone.ts";

afterEach(() => vi.restoreAllMocks());

test("this device's time zone is also recognized under an alias, but only if it's offered", () => {
  standIn("Asia/Calcutta");
  expect(browserZoneAmong([{ id: "Asia/Tokyo" }, { id: "Asia/Kolkata" }])).toBe("Asia/Kolkata");
  expect(browserZoneAmong(zoneOptions("us"))).toBeUndefined();
});

test("a zone matches an offered one only if their clocks agree all year", () => {
  standIn("America/Boise");
  expect(browserZoneAmong(zoneOptions("us"))).toBe("America/Denver");
  vi.restoreAllMocks();
  standIn("America/Phoenix");
  expect(browserZoneAmong(zoneOptions("us"))).toBeUndefined();
});

test("this browser's zone is found even beside unknown zones, and a device without a zone matches none", () => {
  standIn("Asia/Calcutta");
  const zones = [{ id: "Mars/Olympus" }, { id: "Asia/Kolkata" }];
  expect(browserZoneAmong(zones)).toBe("Asia/Kolkata");
  vi.restoreAllMocks();
  standIn("Etc/Unknown");
  expect(browserZoneAmong(zones)).toBeUndefined();
});
