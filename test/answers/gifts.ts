import type { GiftOrder, GiftRow, GiftToRedeem } from "../../domain/contract/money/gifts.ts";

/** A year, delivered but not redeemed. */
export const GIFT: GiftRow = {
  id: crypto.randomUUID(),
  plan: "annual",
  priceCents: 7999,
  currency: "USD",
  giverName: "Sam",
  giverEmail: "sam@x.test",
  recipientName: "Ana",
  recipientEmail: "ana@x.test",
  memberId: null,
  state: "delivered",
  isWaiting: false,
  paidAt: "2026-11-20T12:00:00.000Z",
  deliverAt: "2026-11-21T12:00:00.000Z",
  redeemedAt: null,
  canRefund: true,
};

/** The widest row: waiting until a subscription ends, with a long giver's address. */
export const WAITING_GIFT: GiftRow = {
  ...GIFT,
  giverEmail: "sam.with.a.long.address@correspondence.daybolt.test",
  recipientEmail: "ana@daybolt.test",
  isWaiting: true,
};

/** The recipient's view before the gift is opened. */
export const GIFT_TO_REDEEM: GiftToRedeem = {
  giverName: "Sam",
  recipientName: "Ana",
  recipientEmail: "ana@x.test",
  message: "Up with you.",
  plan: "annual",
  lengthText: "a year",
  expiresAt: "2027-11-22T12:00:00.000Z",
  state: "open",
  consentText: "I am 18 and agree.",
  waitsText: "",
  wakeUp: null,
};

/** The giver's view before the gift is sent. */
export const GIFT_ORDER: GiftOrder = {
  plan: "annual",
  priceText: "$79.99",
  giverName: "Sam",
  recipientName: "Ana",
  recipientEmail: "ana@x.test",
  message: "",
  deliverAt: "2026-12-24T12:00:00.000Z",
  deliverText: "Thursday, December 24, 2026 at 6:00 AM Central",
  state: "waiting",
  redeemedAt: null,
  canCorrect: true,
};
