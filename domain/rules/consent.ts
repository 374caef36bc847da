import { BRAND } from "../brand.ts";
import { formatCount } from "../formats.ts";
import type { ConsentPurpose } from "./payments.ts";
import { GIFT_MONTHS } from "./payments.ts";
import { formatPrice, formatPricePer, PLANS, type PlanId } from "./plans.ts";
import { SERVICE_TERMS } from "./service-terms.ts";
import { TERMS_VERSION } from "./terms-version.ts";

/** Something a person agrees to: the text they read and its price, null if nothing is sold. */
type Consent = { purpose: ConsentPurpose; termsVersion: string; text: string; priceText: string | null };

const { minimumAge } = SERVICE_TERMS;
const VERSION = `version ${TERMS_VERSION.version}`;
// phrase: a consent has no contractions
const ADULT = `I am ${minimumAge} or older`;

export const giftLengthText = (plan: PlanId): string => formatCount(GIFT_MONTHS[plan], "month");

/** Shown next to a plan's checkbox. `firstChargeText` is the day of the first charge, if that isn't today. */
export function checkoutConsent(plan: PlanId, firstChargeText: string | null): Consent {
  const { name, price } = PLANS[plan];
  const amount = formatPrice(price.cents);
  const first = firstChargeText === null ? "today" : `on ${firstChargeText},`;
  const text = `${ADULT} and agree to the Terms of Service, Subscription Terms, and Member Agreement (${VERSION}). For ${name}, PayPal charges ${amount} ${first} and every ${price.per} until I cancel in My Account.`;
  return {
    purpose: "checkout",
    termsVersion: TERMS_VERSION.version,
    text,
    priceText: formatPricePer(plan, price.cents),
  };
}

export function giftConsent(plan: PlanId): Consent {
  const amount = formatPrice(PLANS[plan].price.cents);
  // phrase: a consent has no contractions
  const text = `${ADULT} and agree to the Terms of Service and Subscription Terms (${VERSION}). PayPal charges ${amount} once for ${giftLengthText(plan)} of ${BRAND.name} as a gift, which does not renew, so there is nothing to cancel.`;
  return { purpose: "gift", termsVersion: TERMS_VERSION.version, text, priceText: `${amount} once` };
}

export function redemptionConsent(plan: PlanId): Consent {
  // phrase: a consent has no contractions
  const text = `${ADULT} and agree to the Terms of Service and Member Agreement (${VERSION}). The gift costs me nothing, ends on its own after ${giftLengthText(plan)}, and does not renew.`;
  return { purpose: "gift_redemption", termsVersion: TERMS_VERSION.version, text, priceText: null };
}

/** Shown next to the button that sets the first password; pressing it is the consent. */
export const SETUP_CONSENT: Consent = {
  purpose: "setup",
  termsVersion: TERMS_VERSION.version,
  text: `By setting a password, you confirm that you are ${minimumAge} or older and agree to the Terms of Service and Member Agreement (${VERSION}).`,
  priceText: null,
};

/** For an account that was imported: what was paid elsewhere isn't paid again. */
export const INVITATION_CONSENT: Consent = {
  purpose: "invitation",
  termsVersion: TERMS_VERSION.version,
  text: `${ADULT} and agree to the Terms of Service and Member Agreement (${VERSION}). Accepting costs me nothing.`,
  priceText: null,
};
