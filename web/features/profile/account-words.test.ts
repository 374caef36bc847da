import { expect, test } from "vitest";
import { accountDate, displayName } from "./account-words.ts";

test("a member without names is called by the product's name", () => {
  expect(displayName({ firstName: null, lastName: null })).toBe("Daybolt Member");
  expect(displayName({ firstName: "Ada", lastName: null })).toBe("Ada");
});

test("account dates are shown in Central time", () => {
  expect(accountDate("2026-11-21T03:00:00.000Z")).toBe("November 20, 2026");
});
