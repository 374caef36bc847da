import { toInstant } from "./billing-calendar.ts";
import { type Emit, PAYPAL_API } from "./events.ts";
import { newId } from "./ids.ts";
import { feeOf, toMoney } from "./money.ts";

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

export function createPayments({ emit }: { emit: Emit }) {
  const payments = new Map<string, Payment>();

  const sale = (payment: Payment, more: Record<string, unknown> = {}) => ({
    id: payment.id,
    state: "completed",
    amount: {
      total: toMoney(payment.cents, payment.currency).value,
      currency: payment.currency,
      details: { subtotal: toMoney(payment.cents, payment.currency).value },
    },
    payment_mode: "INSTANT_TRANSFER",
    protection_eligibility: "ELIGIBLE",
    protection_eligibility_type: "ITEM_NOT_RECEIVED_ELIGIBLE,UNAUTHORIZED_PAYMENT_ELIGIBLE",
    transaction_fee: { value: toMoney(payment.feeCents, payment.currency).value, currency: payment.currency },
    billing_agreement_id: payment.about,
    ...(payment.customId === null ? {} : { custom: payment.customId }),
    create_time: toInstant(payment.time),
    update_time: toInstant(payment.time),
    links: [{ href: `${PAYPAL_API}/v1/payments/sale/${payment.id}`, rel: "self", method: "GET" }],
    ...more,
  });

  const amountText = (cents: number, currency: string) => `$${toMoney(cents, currency).value} ${currency}`;

  const tellCapture = (payment: Payment, word: "PENDING" | "COMPLETED" | "DENIED", at: number) => {
    const summary = `Payment ${word.toLowerCase()} for ${amountText(payment.cents, payment.currency)}`;
    const resource = { ...captureAnswer(payment, PAYPAL_API), update_time: toInstant(at) };
    emit(payment.about, { type: `PAYMENT.CAPTURE.${word}`, summary, resource, at });
  };

  return {
    add({ isPending = false, ...wanted }: NewPayment): Payment {
      const payment: Payment = {
        ...wanted,
        id: newId.transaction(),
        feeCents: feeOf(wanted.cents),
        refunds: [],
        reversedAt: null,
        clearing: isPending ? "PENDING" : null,
        nextRefund: "COMPLETED",
      };
      payments.set(payment.id, payment);
      if (isPending) {
        tellCapture(payment, "PENDING", payment.time);
        return payment;
      }
      const amount = amountText(payment.cents, payment.currency);
      emit(payment.about, {
        type: payment.kind === "sale" ? "PAYMENT.SALE.COMPLETED" : "PAYMENT.CAPTURE.COMPLETED",
        summary: `Payment completed for ${amount}`,
        resource: payment.kind === "sale" ? sale(payment) : captureAnswer(payment, PAYPAL_API),
        at: payment.time,
      });
      return payment;
    },
    find: (id: string) => payments.get(id),
    /** Oldest first. */
    of: (about: string) => [...payments.values()].filter((payment) => payment.about === about),
    /** One that is not completed moves no money, and PayPal tells nothing of it. */
    refund(payment: Payment, { cents, at, note, customId }: NewRefund): Refund {
      const refund = { id: newId.transaction(), cents, time: at, note, customId, status: payment.nextRefund };
      payment.nextRefund = "COMPLETED";
      if (refund.status !== "COMPLETED") return refund;
      payment.refunds.push(refund);
      const summary = `A ${amountText(cents, payment.currency)} ${payment.kind} payment was refunded`;
      const type = payment.kind === "sale" ? "PAYMENT.SALE.REFUNDED" : "PAYMENT.CAPTURE.REFUNDED";
      const resource =
        payment.kind === "sale" ? saleRefund(payment, refund) : refundAnswer(payment, refund, PAYPAL_API);
      emit(payment.about, { type, summary, resource, at });
      return refund;
    },
    /** The money of a pending capture has come, or has not. */
    clear(payment: Payment, { isPaid, at }: { isPaid: boolean; at: number }): void {
      payment.clearing = isPaid ? null : "DECLINED";
      tellCapture(payment, isPaid ? "COMPLETED" : "DENIED", at);
    },
    /** The buyer's bank, or PayPal, takes the money back. */
    reverse(payment: Payment, at: number): void {
      payment.reversedAt = at;
      const summary = `A ${amountText(payment.cents, payment.currency)} ${payment.kind} payment was reversed`;
      const update = { update_time: toInstant(at) };
      if (payment.kind === "sale") {
        const resource = sale(payment, { state: "reversed", reason_code: "CHARGEBACK", ...update });
        emit(payment.about, { type: "PAYMENT.SALE.REVERSED", summary, resource, at });
      } else {
        const resource = { ...captureAnswer(payment, PAYPAL_API), ...update };
        emit(payment.about, { type: "PAYMENT.CAPTURE.REVERSED", summary, resource, at });
      }
    },
  };
}

export type Payments = ReturnType<typeof createPayments>;

function saleRefund(payment: Payment, refund: Refund) {
  const { value } = toMoney(refund.cents, payment.currency);
  return {
    id: refund.id,
    state: "completed",
    sale_id: payment.id,
    parent_payment: payment.id,
    amount: { total: value, currency: payment.currency },
    refund_from_received_amount: { value, currency: payment.currency },
    total_refunded_amount: {
      value: toMoney(refundedCents(payment), payment.currency).value,
      currency: payment.currency,
    },
    create_time: toInstant(refund.time),
    update_time: toInstant(refund.time),
    links: [
      { href: `${PAYPAL_API}/v1/payments/refund/${refund.id}`, rel: "self", method: "GET" },
      { href: `${PAYPAL_API}/v1/payments/sale/${payment.id}`, rel: "sale", method: "GET" },
    ],
  };
}

export function captureAnswer(payment: Payment, origin: string) {
  const { id, cents, currency, feeCents, customId, about, kind, clearing } = payment;
  const self = `${origin}/v2/payments/captures/${id}`;
  const updated = Math.max(payment.time, payment.reversedAt ?? 0, ...payment.refunds.map(({ time }) => time));
  return {
    id,
    amount: toMoney(cents, currency),
    final_capture: true,
    seller_protection: { status: "ELIGIBLE", dispute_categories: ["ITEM_NOT_RECEIVED", "UNAUTHORIZED_TRANSACTION"] },
    // PayPal tells its fee once it has the money.
    ...(clearing === null
      ? {
          seller_receivable_breakdown: {
            gross_amount: toMoney(cents, currency),
            paypal_fee: toMoney(feeCents, currency),
            net_amount: toMoney(cents - feeCents, currency),
          },
        }
      : {}),
    ...(customId === null ? {} : { custom_id: customId }),
    status: paymentStatus(payment),
    ...(clearing === "PENDING" ? { status_details: { reason: "ECHECK" } } : {}),
    ...(kind === "capture" ? { supplementary_data: { related_ids: { order_id: about } } } : {}),
    create_time: toInstant(payment.time),
    update_time: toInstant(updated),
    links: [
      { href: self, rel: "self", method: "GET" },
      { href: `${self}/refund`, rel: "refund", method: "POST" },
      ...(kind === "capture" ? [{ href: `${origin}/v2/checkout/orders/${about}`, rel: "up", method: "GET" }] : []),
    ],
  };
}

/** PayPal keeps its fee when a payment is refunded. */
export function refundAnswer(payment: Payment, refund: Refund, origin: string) {
  const amount = toMoney(refund.cents, payment.currency);
  return {
    id: refund.id,
    amount,
    seller_payable_breakdown: {
      gross_amount: amount,
      paypal_fee: toMoney(0, payment.currency),
      net_amount: amount,
      total_refunded_amount: toMoney(refundedCents(payment), payment.currency),
    },
    ...(refund.customId === null ? {} : { custom_id: refund.customId }),
    ...(refund.note === null ? {} : { note_to_payer: refund.note }),
    status: refund.status,
    create_time: toInstant(refund.time),
    update_time: toInstant(refund.time),
    links: [
      { href: `${origin}/v2/payments/refunds/${refund.id}`, rel: "self", method: "GET" },
      { href: `${origin}/v2/payments/captures/${payment.id}`, rel: "up", method: "GET" },
    ],
  };
}
