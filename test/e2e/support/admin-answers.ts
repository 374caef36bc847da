import type { DeliveryResponse, TroubledBatches } from "../../../domain/contract/delivery.ts";
import type { GiftRow } from "../../../domain/contract/gifts.ts";
import type { ProviderSubscriptions } from "../../../domain/contract/provider.ts";
import type { MemberPayments } from "../../../domain/contract/subscription.ts";

/** Answers in which everything stands that the administrator may have to see. */

export const SUBSCRIPTION: MemberPayments["subscriptions"][number] = {
  id: "I-WALKED",
  plan: "monthly",
  status: "ACTIVE",
  ours: "Paid until December 20, 2026; access until December 31, 2026 with the grace.",
  accessUntil: "2026-12-31T12:00:00.000Z",
  nextBillingAt: "2026-12-20T12:00:00.000Z",
  failedPayments: 1,
  cancelledBy: null,
  cancelReason: null,
  lastEvent: "PAYMENT.SALE.COMPLETED",
  lastEventAt: "2026-11-20T12:00:00.000Z",
  readAt: "2026-11-20T12:01:00.000Z",
  difference: "PayPal says CANCELLED.",
  isDouble: true,
};

export const PAYMENT: MemberPayments["payments"][number] = {
  id: "SALE-WALKED",
  plan: "monthly",
  isGift: false,
  state: "completed",
  amountCents: 999,
  currency: "USD",
  taxCents: null,
  refundedCents: 0,
  paidAt: "2026-11-20T12:00:00.000Z",
  subscriptionId: "I-WALKED",
  feeCents: 84,
  refundableCents: 999,
  isWithinWindow: true,
  refundReason: null,
};

export const COUNTS = { due: 1200, sent: 1100, onTime: 1090, failed: 90, missed: 7, unknown: 3 };

const TROUBLED = {
  at: "2026-11-21T12:00:00.000Z",
  timezone: "America/Argentina/Buenos_Aires",
  hour: 6,
  failed: 0,
  missed: 0,
  unknown: 0,
  open: 0,
  reason: null,
  canSendAgain: false,
  wasSentAgain: false,
} as const;

export const BAD_MORNING: DeliveryResponse = {
  date: "2026-11-21",
  pause: { until: "2026-11-21T18:00:00.000Z", reason: "The day's quota of mails is used up." },
  lastTickAt: "2026-11-21T12:00:00.000Z",
  lastHourlyAt: null,
  slots: [
    { at: "2026-11-21T12:00:00.000Z", ...COUNTS, open: 12, canSendWhole: false, isBeingSent: false },
    { at: "2026-11-21T13:00:00.000Z", ...COUNTS, open: 0, canSendWhole: true, isBeingSent: false },
  ],
  troubledBatches: 2,
  mornings: [{ date: "2026-11-20", ...COUNTS }],
};

export const BAD_BATCHES: TroubledBatches = {
  batches: [
    { ...TROUBLED, id: "unknown", state: "closed", unknown: 3, reason: "cut_off", canSendAgain: true },
    { ...TROUBLED, id: "again", state: "failed", failed: 90, reason: "Invalid `to` field", wasSentAgain: true },
    { ...TROUBLED, id: "open", state: "open", open: 12 },
  ],
  next: null,
};

/** What the server asks before it sends mails again that may have arrived. */
export const SECOND_COPY = { outcome: "ask", message: "Nobody knows whether these mails have arrived." };

export const GIFT: GiftRow = {
  id: crypto.randomUUID(),
  plan: "annual",
  priceCents: 7999,
  currency: "USD",
  giverName: "Sam",
  giverEmail: "sam.with.a.long.address@correspondence.daybolt.test",
  recipientName: "Ana",
  recipientEmail: "ana@daybolt.test",
  memberId: null,
  state: "delivered",
  isWaiting: true,
  paidAt: "2026-11-20T12:00:00.000Z",
  deliverAt: "2026-11-21T12:00:00.000Z",
  redeemedAt: null,
  canRefund: true,
};

export const PROVIDER_SUBSCRIPTIONS: ProviderSubscriptions = {
  subscriptions: ["ACTIVE", "CANCELLED", "SUSPENDED", "APPROVAL_PENDING", "EXPIRED"].map((status) => ({
    id: `I-${status}`,
    status,
    start_time: "2026-11-03T12:00:00Z",
    plan_id: "P-5ML4271244454362WXNWU5NQ",
    plan: status === "EXPIRED" ? null : "monthly",
    memberId: null,
    subscriber: { email_address: `${status.toLowerCase()}@daybolt.test` },
  })),
  notice: "Those of the sandbox.",
};
