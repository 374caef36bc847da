import { expect, test } from "vitest";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { accountDate, accountDay, formatCentralDate, zoneFormat } from "./formats.ts";

test("an instant is shown as the day it is in Chicago, summer and winter", () => {
  expect(formatCentralDate("2025-08-12T04:59:00.000Z")).toBe("8/11/2025");
  expect(formatCentralDate("2025-08-12T05:00:00.000Z")).toBe("8/12/2025");
  expect(formatCentralDate("2026-01-01T05:59:59.000Z")).toBe("12/31/2025");
  expect(formatCentralDate("2026-01-01T06:00:00.000Z")).toBe("1/1/2026");
});

test("account dates are shown in Central time, which is the zone of who names none", () => {
  const instant = "2026-11-21T03:00:00.000Z";
  expect([accountDate(instant), accountDay(instant)]).toEqual(["November 20, 2026", "November 20"]);
  expect(zoneFormat(DEFAULT_ZONE, { dateStyle: "long" })?.format(new Date(instant))).toBe(accountDate(instant));
});
