import { expect, test } from "vitest";
import { GRANT_PLANS, hasAccess, hasEarlyAccess, typeOfGrant } from "./access.ts";

test("access ends at its instant, not after it", () => {
  expect(hasAccess({ accessEndsAt: 1000 }, 999)).toBe(true);
  expect(hasAccess({ accessEndsAt: 1000 }, 1000)).toBe(false);
  expect(hasAccess({ accessEndsAt: 1000 }, 1001)).toBe(false);
});

test("without an end there is no access", () => {
  expect(hasAccess({ accessEndsAt: null }, 0)).toBe(false);
});

test("a trial and a gift are called so whatever they open; everything else by its plan", () => {
  expect(typeOfGrant({ source: "trial", plan: "monthly" })).toBe("trial");
  expect(typeOfGrant({ source: "gift", plan: "annual" })).toBe("gift");
  expect(typeOfGrant({ source: "subscription", plan: "quarterly" })).toBe("quarterly");
  expect(typeOfGrant({ source: "administrator", plan: "annual" })).toBe("annual");
});

test("early access comes with an annual plan alone", () => {
  expect([...GRANT_PLANS, null].filter(hasEarlyAccess)).toEqual(["annual"]);
});
