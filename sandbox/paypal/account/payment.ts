type RefundStatus = "COMPLETED" | "PENDING" | "FAILED" | "CANCELLED";
export type Refund = {
  id: string;
  cents: number;
  time: number;
  status: RefundStatus;
};

/** A subscription's payment ("sale", in PayPal's old API) or an order's capture. */
export type Payment = {
  id: string;
  kind: "sale" | "capture";
  /** ID of the subscription or order it pays for. */
  about: string;
  customId: string | null;
  cents: number;
  currency: string;
  feeCents: number;
  time: number;
  refunds: Refund[];
  reversedAt: number | null;
  /** ID of the refund in a reversal that is reported as in PayPal's published sample. */
  reversalId: string | null;
  /** A capture whose money is pending or never came. */
  clearing: "PENDING" | "DECLINED" | null;
  /** The outcome of the next refund. */
  nextRefund: RefundStatus;
};

export type NewPayment = Pick<Payment, "kind" | "about" | "customId" | "cents" | "currency" | "time"> & {
  isPending?: boolean | undefined;
};

export const refundedCents = (payment: Payment) => payment.refunds.reduce((sum, { cents }) => sum + cents, 0);

/** A reversed payment counts as refunded: PayPal has no status of its own for it. */
export function paymentStatus(payment: Payment) {
  if (payment.clearing !== null) return payment.clearing;
  const refunded = refundedCents(payment);
  if (payment.reversedAt !== null || refunded >= payment.cents) return "REFUNDED";
  return refunded > 0 ? "PARTIALLY_REFUNDED" : "COMPLETED";
}
