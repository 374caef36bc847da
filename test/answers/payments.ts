import type { MemberPayments, MySubscription, Payment } from "../../domain/contract/money/subscriptions.ts";

type Subscription = MemberPayments["subscriptions"][number];

/** A monthly subscription, in sync with PayPal. */
export const SUBSCRIPTION: Subscription = {
  id: "I-1",
  plan: "monthly",
  status: "ACTIVE",
  ours: "Paid for, renews",
  nextBillingAt: "2026-12-20T12:00:00.000Z",
  isCancelPending: false,
  failedPayments: 0,
  cancelledBy: null,
  cancelReason: null,
  lastEvent: "PAYMENT.SALE.COMPLETED",
  lastEventAt: "2026-11-20T12:00:00.000Z",
  readAt: "2026-11-20T12:01:00.000Z",
  difference: null,
  isDouble: false,
};

/** A subscription with every possible problem. */
export const TROUBLED_SUBSCRIPTION: Subscription = {
  ...SUBSCRIPTION,
  ours: "Paid until December 20, 2026. Access until December 31, 2026, including the grace period.",
  failedPayments: 1,
  difference: "different price",
  isDouble: true,
};

/** Its payment, in the member's form … */
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

/** … and in the administrator's. */
export const PAYMENT: MemberPayments["payments"][number] = {
  ...OWN_PAYMENT,
  subscriptionId: SUBSCRIPTION.id,
  feeCents: 84,
  refundableCents: 999,
  isWithinWindow: true,
  windowEndsAt: "2026-11-22T12:00:00.000Z",
  effect: "ends_access",
  refunds: [],
};

/** The same subscription in the member's form. */
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
