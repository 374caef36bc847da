import type { MemberPayments, MySubscription, Payment } from "../../domain/contract/money/subscriptions.ts";

type Subscription = MemberPayments["subscriptions"][number];

/** A monthly subscription on which PayPal and we agree. */
export const SUBSCRIPTION: Subscription = {
  id: "I-1",
  plan: "monthly",
  status: "ACTIVE",
  ours: "Paid for, renews",
  accessUntil: "2026-12-31T12:00:00.000Z",
  nextBillingAt: "2026-12-20T12:00:00.000Z",
  failedPayments: 0,
  cancelledBy: null,
  cancelReason: null,
  lastEvent: "PAYMENT.SALE.COMPLETED",
  lastEventAt: "2026-11-20T12:00:00.000Z",
  readAt: "2026-11-20T12:01:00.000Z",
  difference: null,
  isDouble: false,
};

/** One of which everything has to be said that can be wrong. */
export const TROUBLED_SUBSCRIPTION: Subscription = {
  ...SUBSCRIPTION,
  ours: "Paid until December 20, 2026. Access until December 31, 2026, including the grace period.",
  failedPayments: 1,
  difference: "PayPal says CANCELLED.",
  isDouble: true,
};

/** What was paid for it, as its member reads it … */
export const OWN_PAYMENT: Payment = {
  id: "SALE-1",
  plan: "monthly",
  isGift: false,
  state: "completed",
  amountCents: 999,
  currency: "USD",
  taxCents: null,
  refundedCents: 0,
  paidAt: "2026-11-20T12:00:00.000Z",
};

/** … and as the administrator does. */
export const PAYMENT: MemberPayments["payments"][number] = {
  ...OWN_PAYMENT,
  subscriptionId: SUBSCRIPTION.id,
  feeCents: 84,
  refundableCents: 999,
  isWithinWindow: true,
  refundReason: null,
};

/** The same subscription as its member reads it. */
export const OWN_SUBSCRIPTION: NonNullable<MySubscription["subscription"]> = {
  id: "I-1",
  plan: "monthly",
  priceCents: 999,
  currency: "USD",
  state: "active",
  nextBillingAt: "2026-12-20T12:00:00.000Z",
  endsIfCancelled: "2026-12-20T12:00:00.000Z",
  accessUntil: "2026-12-31T12:00:00.000Z",
  openUntil: null,
  isCancelPending: false,
  changesTo: null,
};
