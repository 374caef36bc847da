import type { GiftRow } from "../../domain/contract/gifts.ts";

/** A year that was delivered and not redeemed. */
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

/** The widest row: it waits behind a subscription, and its giver has a long address. */
export const WAITING_GIFT: GiftRow = {
  ...GIFT,
  giverEmail: "sam.with.a.long.address@correspondence.daybolt.test",
  recipientEmail: "ana@daybolt.test",
  isWaiting: true,
};
