import { toInstant } from "./billing-calendar.ts";
import { PAYPAL_API } from "./events.ts";
import { toMoney } from "./money.ts";
import { type Payment, paymentStatus, type Refund, refundedCents } from "./payment.ts";

/** A sale's refund in v1's form. */
export function saleRefund(payment: Payment, refund: Refund) {
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
    // PayPal states its fee once it has the money.
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

/** PayPal keeps its fee when it refunds a payment. */
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
    status: refund.status,
    create_time: toInstant(refund.time),
    update_time: toInstant(refund.time),
    links: [
      { href: `${origin}/v2/payments/refunds/${refund.id}`, rel: "self", method: "GET" },
      { href: `${origin}/v2/payments/captures/${payment.id}`, rel: "up", method: "GET" },
    ],
  };
}
