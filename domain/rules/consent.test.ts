import { expect, test } from "vitest";
import { checkoutConsent, giftConsent, giftLengthText, redemptionConsent, SETUP_CONSENT } from "./consent.ts";
import { TERMS_VERSION } from "./terms-version.ts";

test("a buyer's consent states the price, period, renewal, how to cancel, age, and terms", () => {
  const { text, priceText } = checkoutConsent("monthly", null);
  for (const part of [
    "18 or older",
    "Terms of Service, Subscription Terms, and Member Agreement",
    "For Monthly Power-Up",
    "$9.99 today and every month until I cancel in My Account",
  ])
    expect(text).toContain(part);
  expect(priceText).toBe("$9.99 a month");
  expect(checkoutConsent("annual", "December 22, 2026").text).toContain("$79.99 on December 22, 2026, and every year");
});

test("a giver's consent says the gift is paid once, and a recipient's that it's free", () => {
  expect(giftConsent("annual")).toMatchObject({ priceText: "$79.99 once" });
  expect(giftConsent("annual").text).toContain("$79.99 once for 12 months");
  expect(redemptionConsent("monthly")).toMatchObject({ priceText: null });
  expect(redemptionConsent("monthly").text).toContain("ends on its own after 1 month, and does not renew");
  expect(giftLengthText("annual")).toBe("12 months");
});

test("a buyer's, giver's, and recipient's consents are two sentences of at most 40 words", () => {
  for (const { text } of [
    checkoutConsent("annual", "December 22, 2026"),
    giftConsent("annual"),
    redemptionConsent("annual"),
  ]) {
    expect(text.split(/(?<=\.) /)).toHaveLength(2);
    expect(text.split(" ").length).toBeLessThanOrEqual(40);
  }
});

test("every consent names the version of the terms that it records", () => {
  const consents = [
    checkoutConsent("annual", null),
    giftConsent("monthly"),
    redemptionConsent("annual"),
    SETUP_CONSENT,
  ];
  for (const { text, termsVersion } of consents) {
    expect(termsVersion).toBe(TERMS_VERSION.version);
    expect(text).toContain(`version ${TERMS_VERSION.version}`);
  }
});
