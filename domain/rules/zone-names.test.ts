import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalZone } from "../formats.ts";
import { isKnownZone } from "./local-time.ts";
import { zoneLabel } from "./time-zones.ts";
import NAMES from "./zone-names.json" with { type: "json" };
import { zoneNamed } from "./zone-names.ts";

const IDS = Intl.supportedValuesOf("timeZone");

test.for([
  ["america/new_york", "America/New_York"],
  ["America/New York", "America/New_York"],
  ["(GMT-05:00) America/New_York", "America/New_York"],
  ["America/New_York (GMT-5)", "America/New_York"],
  ["Eastern Time (US & Canada)", "America/New_York"],
  ["(UTC-05:00) Eastern Time (US & Canada)", "America/New_York"],
  ["GMT-5 Eastern Time", "America/New_York"],
  ["Eastern", "America/New_York"],
  ["EDT", "America/New_York"],
  ["us/eastern", "America/New_York"],
  ["US/Pacific", "America/Los_Angeles"],
  ["Pacific Standard Time", "America/Los_Angeles"],
  ["Pacific Daylight Time", "America/Los_Angeles"],
  ["Pacific Standard Time (Mexico)", "America/Tijuana"],
  ["US Mountain Standard Time", "America/Phoenix"],
  ["(GMT-10:00) Hawaii", "Pacific/Honolulu"],
  ["W. Europe Standard Time", "Europe/Berlin"],
  ["(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "Europe/Amsterdam"],
  ["Berlin", "Europe/Berlin"],
  ["Bogotá", "America/Bogota"],
  ["New Delhi", "Asia/Kolkata"],
  ["Asia/Ho Chi Minh", "Asia/Ho_Chi_Minh"],
  ["Europe/Kyiv", "Europe/Kyiv"],
  ["St. Petersburg", "Europe/Moscow"],
  ["(UTC) Coordinated Universal Time", undefined],
  ["GMT", "Europe/London"],
  ["Mars/Base", undefined],
  ["Etc/Unknown", undefined],
  ["Etc/GMT+12", "Etc/GMT+12"],
  ["UTC", "UTC"],
  ["cet", "CET"],
  ["PST8PDT", "PST8PDT"],
  ["-5", undefined],
  ["", undefined],
] as const)("%j is the zone %s", ([name, id]) => {
  const found = zoneNamed(name);
  expect(found && canonicalZone(found)).toBe(id && canonicalZone(id));
});

test("each zone is found by its ID and our label in any case, and each other name has a zone that exists", () => {
  fc.assert(
    fc.property(fc.constantFrom(...IDS), fc.boolean(), (id, isUpper) => {
      for (const name of [id, zoneLabel(id), id.replaceAll("_", " ")])
        expect(zoneNamed(isUpper ? name.toUpperCase() : name.toLowerCase()), name).toBe(id);
    }),
  );
  for (const [id, names] of Object.entries(NAMES)) {
    expect(isKnownZone(id), id).toBe(true);
    for (const name of names.flatMap((one) => [one, `(UTC+01:00) ${one}`])) expect(zoneNamed(name), name).toBe(id);
  }
});
