import { expect, test } from "vitest";
import { annualComparison, formatPrice, PLANS, planLabel, SUBSCRIPTION_TYPES } from "./plans.ts";

test("prices match section 9 of the spec", () => {
  expect(Object.values(PLANS).map(({ price }) => formatPrice(price.cents))).toEqual(["$9.99", "$79.99"]);
  const { centsPerMonth, savedPercent } = annualComparison();
  expect([formatPrice(centsPerMonth), savedPercent]).toEqual(["$6.67", 33]);
  expect(SUBSCRIPTION_TYPES.map(planLabel)).toEqual([
    "Monthly Power-Up ($9.99/month)",
    "Quarterly Plan ($24.99/quarter)",
    "Annual Lightning ($79.99/year)",
    "Gift Subscription",
    "Free Trial",
  ]);
});

test("a whole-dollar price shows two decimals, and a price over a thousand dollars has a comma", () => {
  expect([formatPrice(0), formatPrice(500), formatPrice(123_450)]).toEqual(["$0.00", "$5.00", "$1,234.50"]);
});
