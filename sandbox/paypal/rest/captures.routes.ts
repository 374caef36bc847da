import { Hono } from "hono";
import * as z from "zod";
import type { Account } from "../account/account.ts";
import { centsOf } from "../account/money.ts";
import { type Payment, paymentStatus, refundedCents } from "../account/payment.ts";
import { captureAnswer, refundAnswer, saleRefund } from "../account/payment-answers.ts";
import { badField, notFound, unprocessable } from "../answers.ts";
import { type Operation, readBody } from "./call.ts";
import { money } from "./fields.ts";

const REFUNDABLE_MS = 180 * 24 * 60 * 60 * 1000;

const newRefund = z.object({ amount: money.optional() }).optional();

/** Refunds of both orders' captures and subscriptions' payments, as in PayPal's TypeScript SDK 2.5.0. */
export function capturesRoutes(operation: Operation, account: Account) {
  const { payments } = account;
  const find = (id: string): Payment => {
    const payment = payments.find(id);
    if (!payment) throw notFound();
    return payment;
  };

  /** A refund, or a reversal, which PayPal presents as a refund. */
  const findRefund = (id: string) => {
    const payment = payments.findRefunded(id);
    if (!payment) throw notFound();
    const reported = { cents: payment.cents, time: payment.reversedAt ?? 0, status: "COMPLETED" as const };
    return { payment, refund: payment.refunds.find((one) => one.id === id) ?? { id, ...reported } };
  };

  return new Hono()
    .get(
      "/v1/payments/refund/:id",
      operation("refunds.get", (_, { id = "" }) => {
        const { payment, refund } = findRefund(id);
        return { status: 200, body: () => saleRefund(payment, refund) };
      }),
    )
    .get(
      "/v2/payments/refunds/:id",
      operation("refunds.get", (call, { id = "" }) => {
        const { payment, refund } = findRefund(id);
        return { status: 200, body: () => refundAnswer(payment, refund, call.origin) };
      }),
    )
    .get(
      "/v2/payments/captures/:id",
      operation("captures.get", (call, { id = "" }) => {
        const payment = find(id);
        return { status: 200, body: () => captureAnswer(payment, call.origin) };
      }),
    )
    .post(
      "/v2/payments/captures/:id/refund",
      operation(
        "captures.refund",
        (call, { id = "" }) => {
          const wanted = readBody(newRefund, call.text);
          const payment = find(id);
          const at = account.clockOf(payment.about);
          const left = payment.cents - refundedCents(payment);
          if (payment.reversedAt !== null) throw chargedBack();
          if (paymentStatus(payment) === "REFUNDED") throw fullyRefunded();
          if (at - payment.time > REFUNDABLE_MS) throw tooLate();
          if (wanted?.amount && wanted.amount.currency_code !== payment.currency) throw otherCurrency();
          const cents = wanted?.amount ? centsOf(wanted.amount.value) : left;
          if (cents === null) throw badField("INVALID_PARAMETER_SYNTAX", "/amount/value", wanted?.amount?.value);
          if (cents === 0) throw zero();
          if (cents > left) throw tooMuch();
          const refund = payments.refund(payment, { cents, at });
          return { status: 201, body: () => refundAnswer(payment, refund, call.origin) };
        },
        { idempotent: true },
      ),
    );
}

const fullyRefunded = () => unprocessable("CAPTURE_FULLY_REFUNDED", "The capture has already been fully refunded.");

const chargedBack = () =>
  unprocessable(
    "REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK",
    "Refunds not allowed on this capture due to a chargeback on the card or bank.",
  );

const tooLate = () =>
  unprocessable(
    "REFUND_TIME_LIMIT_EXCEEDED",
    "You are over the time limit to perform a refund on this capture. The refund cannot be issued at this time.",
  );

const otherCurrency = () =>
  unprocessable("REFUND_CAPTURE_CURRENCY_MISMATCH", "Refund must be in the same currency as the capture.");

const tooMuch = () =>
  unprocessable(
    "REFUND_AMOUNT_EXCEEDED",
    "The refund amount must be less than or equal to the capture amount that has not yet been refunded.",
  );

const zero = () =>
  unprocessable(
    "CANNOT_BE_ZERO_OR_NEGATIVE",
    "Must be greater than zero. If the currency supports decimals, only two decimal place precision is supported.",
  );
