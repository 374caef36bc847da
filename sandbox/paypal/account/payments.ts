import { toInstant } from "./billing-calendar.ts";
import { type Emit, PAYPAL_API } from "./events.ts";
import { newId } from "./ids.ts";
import { feeOf, toMoney } from "./money.ts";
import type { NewPayment, Payment, Refund } from "./payment.ts";
import { captureAnswer, refundAnswer, saleRefund } from "./payment-answers.ts";

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

  const reportCapture = (payment: Payment, word: "PENDING" | "COMPLETED" | "DENIED", at: number) => {
    const summary = `Payment ${word.toLowerCase()} for ${amountText(payment.cents, payment.currency)}`;
    const resource = { ...captureAnswer(payment, PAYPAL_API), update_time: toInstant(at) };
    emit(payment.about, { type: `PAYMENT.CAPTURE.${word}`, summary, resource, at });
  };

  const reportAsPublished = (payment: Payment, at: number) => {
    const { kind, cents, currency, reversalId } = payment;
    const { value } = toMoney(cents, currency);
    const isSale = kind === "sale";
    const href = `${PAYPAL_API}${isSale ? "/v1/payments/refund" : "/v2/payments/refunds"}/${reversalId}`;
    const money = isSale
      ? { total: `-${value}`, currency, details: { subtotal: `-${value}` } }
      : { currency_code: currency, value };
    const resource = {
      amount: money,
      id: newId.transaction(),
      ...(isSale ? { state: "completed" } : { status: "COMPLETED" }),
      create_time: toInstant(at),
      links: [{ href, rel: "self", method: "GET" }],
    };
    const summary = `A $ ${value} ${currency} ${kind} payment was reversed`;
    emit(payment.about, { type: `PAYMENT.${kind.toUpperCase()}.REVERSED`, summary, resource, at });
  };

  return {
    add({ isPending = false, ...wanted }: NewPayment): Payment {
      const payment: Payment = {
        ...wanted,
        id: newId.transaction(),
        feeCents: feeOf(wanted.cents),
        refunds: [],
        reversedAt: null,
        reversalId: null,
        clearing: isPending ? "PENDING" : null,
        nextRefund: "COMPLETED",
      };
      payments.set(payment.id, payment);
      if (isPending) {
        reportCapture(payment, "PENDING", payment.time);
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
    /** Without an event: it was made before the sandbox started. */
    put(payment: Payment): Payment {
      payments.set(payment.id, payment);
      return payment;
    },
    find: (id: string) => payments.get(id),
    list: () => [...payments.values()],
    /** Oldest first. */
    of: (about: string) => [...payments.values()].filter((payment) => payment.about === about),
    /** A refund that isn't completed moves no money, and PayPal sends no event for it. */
    refund(payment: Payment, { cents, at }: { cents: number; at: number }): Refund {
      const refund = { id: newId.transaction(), cents, time: at, status: payment.nextRefund };
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
    /** The money of a pending capture arrived, or didn't. */
    clear(payment: Payment, { isPaid, at }: { isPaid: boolean; at: number }): void {
      payment.clearing = isPaid ? null : "DECLINED";
      reportCapture(payment, isPaid ? "COMPLETED" : "DENIED", at);
    },
    /** The payment that a refund or reversal belongs to. */
    findRefunded: (id: string) =>
      [...payments.values()].find(
        ({ refunds, reversalId }) => reversalId === id || refunds.some((refund) => refund.id === id),
      ),
    /**
     * The buyer's bank or PayPal takes the money back. PayPal reports it with the payment itself or, as in its
     * published sample, with a resource whose only lead is a link to a refund.
     */
    reverse(payment: Payment, { at, isAsPublished = false }: { at: number; isAsPublished?: boolean }): void {
      payment.reversedAt = at;
      payment.reversalId = newId.transaction();
      if (isAsPublished) {
        reportAsPublished(payment, at);
        return;
      }
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
