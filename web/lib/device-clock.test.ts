import fc from "fast-check";
import { expect, test } from "vitest";
import { dateIn, localTimeIn } from "#domain/rules/local-time.ts";
import { dayIn, localTimeHere } from "./device-clock.ts";

const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const instants = fc.integer({ min: Date.UTC(2005, 0, 1), max: Date.UTC(2045, 0, 1) });

test("the device's clock matches its time zone's", () => {
  fc.assert(
    fc.property(instants, (instant) => {
      expect(localTimeHere(instant)).toBe(localTimeIn(HERE, instant));
    }),
  );
});

test("a zone's day is used, or the device's own day if the zone is unknown here", () => {
  const instant = Date.parse("2026-07-04T10:30:00Z");
  expect(dayIn("Pacific/Kiritimati", instant)).toBe("2026-07-05");
  expect(dayIn("Etc/GMT+12", instant)).toBe("2026-07-03");
  expect(dayIn("Mars/Olympus", instant)).toBe(dateIn(HERE, instant));
});
