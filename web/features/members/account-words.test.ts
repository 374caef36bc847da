import { expect, test } from "vitest";
import { accountDate, clockTime, displayName } from "./account-words.ts";

test("a member without names is called by the product's name", () => {
  expect(displayName({ firstName: null, lastName: null })).toBe("Daybolt Member");
  expect(displayName({ firstName: "Ada", lastName: null })).toBe("Ada");
});

test("account dates are shown in Central time", () => {
  expect(accountDate("2026-11-21T03:00:00.000Z")).toBe("November 20, 2026");
});

test("an hour of the day reads as on a clock", () => {
  expect(["00:00", "05:00", "12:00", "17:00"].map(clockTime)).toEqual(["12:00 AM", "5:00 AM", "12:00 PM", "5:00 PM"]);
});
