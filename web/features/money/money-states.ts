import type { GiftOrder } from "#domain/contract/money/gifts.ts";
import type { PaymentState } from "#domain/rules/payments.ts";
import type { StateLook } from "../../ui/state-badge.tsx";

export const GIFT_STATES: Record<GiftOrder["state"], StateLook> = {
  waiting: { label: "Scheduled", tone: "blue" },
  returned: { label: "Bounced", tone: "red" },
  delivered: { label: "Delivered", tone: "yellow" },
  redeemed: { label: "Opened", tone: "green" },
  expired: { label: "Expired", tone: "grey" },
  refunded: { label: "Refunded", tone: "orange" },
};

export const PAYMENT_STATES: Record<PaymentState, StateLook> = {
  completed: { label: "Paid", tone: "green" },
  partially_refunded: { label: "Partially refunded", tone: "orange" },
  refunded: { label: "Refunded", tone: "orange" },
  reversed: { label: "Reversed", tone: "red" },
};
