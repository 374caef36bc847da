type RefundStatus = "COMPLETED" | "PENDING" | "FAILED" | "CANCELLED";
export type Refund = {
  id: string;
  cents: number;
  time: number;
  note: string | null;
  customId: string | null;
  status: RefundStatus;
};

/** A subscription's payment (PayPal's old word for it is "sale") or the capture of an order. */
export type Payment = {
  id: string;
  kind: "sale" | "capture";
  /** Id of the subscription or order that it paid. */
  about: string;
  customId: string | null;
  cents: number;
  currency: string;
  feeCents: number;
  time: number;
  refunds: Refund[];
  reversedAt: number | null;
  /** The refund that the reversal is told as, where PayPal tells it as its published sample does. */
  reversalId: string | null;
  /** A capture whose money PayPal waits for, or has not got in the end. */
  clearing: "PENDING" | "DECLINED" | null;
  /** What becomes of the next refund that is asked for. */
  nextRefund: RefundStatus;
};

export type NewPayment = Pick<Payment, "kind" | "about" | "customId" | "cents" | "currency" | "time"> & {
  isPending?: boolean | undefined;
};
export type NewRefund = { cents: number; at: number; note: string | null; customId: string | null };

export const refundedCents = (payment: Payment) => payment.refunds.reduce((sum, { cents }) => sum + cents, 0);

/** The money of a reversed payment is gone as well, for which PayPal has no word of its own. */
export function paymentStatus(payment: Payment) {
  if (payment.clearing !== null) return payment.clearing;
  const refunded = refundedCents(payment);
  if (payment.reversedAt !== null || refunded >= payment.cents) return "REFUNDED";
  return refunded > 0 ? "PARTIALLY_REFUNDED" : "COMPLETED";
}
