import { expect, test } from "vitest";
import { GRANT_PLANS, hasAccess, hasEarlyAccess, typeOfGrant } from "./access.ts";

test("access ends exactly at its end time, not after it", () => {
  expect(hasAccess({ accessEndsAt: 1000 }, 999)).toBe(true);
  expect(hasAccess({ accessEndsAt: 1000 }, 1000)).toBe(false);
  expect(hasAccess({ accessEndsAt: 1000 }, 1001)).toBe(false);
});

test("a member without an access end date has no access", () => {
  expect(hasAccess({ accessEndsAt: null }, 0)).toBe(false);
});

test("trials and gifts are labeled as such whatever their plan, and other grants are labeled by plan", () => {
  expect(typeOfGrant({ source: "trial", plan: "monthly" })).toBe("trial");
  expect(typeOfGrant({ source: "gift", plan: "annual" })).toBe("gift");
  expect(typeOfGrant({ source: "subscription", plan: "quarterly" })).toBe("quarterly");
  expect(typeOfGrant({ source: "administrator", plan: "annual" })).toBe("annual");
});

test("only an annual plan includes early access", () => {
  expect([...GRANT_PLANS, null].filter(hasEarlyAccess)).toEqual(["annual"]);
});
