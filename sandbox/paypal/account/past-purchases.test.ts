import { expect, test } from "vitest";
import { DAY_MS } from "#domain/durations.ts";
import { PAYPAL_SANDBOX } from "../paypal-settings.ts";
import { payPalUnderTest } from "../paypal-under-test.ts";
import type { PastPayment, PastSubscription } from "./past-purchases.ts";

const BOUGHT = Date.parse("2026-09-30T14:00:00Z");
const RENEWED = Date.parse("2026-10-30T14:00:00Z");
const NOW = Date.parse("2026-11-20T12:00:00Z");
const DUE = Date.parse("2026-11-30T14:00:00Z");

const payment = (id: string, time: number, more: Partial<PastPayment> = {}): PastPayment => ({
  id,
  cents: 999,
  time,
  refunds: [],
  isReversed: false,
  ...more,
});

const subscription = (more: Partial<PastSubscription> = {}): PastSubscription => ({
  id: "I-PAST",
  customId: "checkout-1",
  planId: PAYPAL_SANDBOX.plans.monthly,
  createdAt: BOUGHT,
  startsAt: BOUGHT,
  status: "ACTIVE",
  statusAt: BOUGHT,
  nextBillingAt: DUE,
  failedAt: null,
  failedPayments: 0,
  buyer: { email: "ada@x.test", payerId: "ABCDEFGHJKLMN" },
  payments: [payment("FIRST", BOUGHT), payment("SECOND", RENEWED)],
  ...more,
});

const sandboxWith = (one: PastSubscription, now = NOW) =>
  payPalUnderTest({ now: () => now, pastPurchases: { subscriptions: [one], orders: [] } });

test("a subscription is restored as it was, without new events", async () => {
  const { read, paypal } = await sandboxWith(subscription());
  expect(await read("I-PAST")).toMatchObject({
    status: "ACTIVE",
    custom_id: "checkout-1",
    start_time: "2026-09-30T14:00:00Z",
    subscriber: { email_address: "ada@x.test", payer_id: "ABCDEFGHJKLMN" },
    billing_info: {
      next_billing_time: "2026-11-30T14:00:00Z",
      failed_payments_count: 0,
      last_payment: { time: "2026-10-30T14:00:00Z" },
      cycle_executions: [{ cycles_completed: 2 }],
    },
  });
  expect((await paypal.subscription("I-PAST")).payments.map(({ id }) => id)).toEqual(["FIRST", "SECOND"]);
  expect(await paypal.events("I-PAST")).toEqual([]);
});

test("charges that came due while the sandbox was down are made, and reported once events are released", async () => {
  const { paypal } = await sandboxWith(subscription(), DUE + 40 * DAY_MS);
  const { payments, nextBillingTime } = await paypal.subscription("I-PAST");
  expect(payments.map(({ time }) => time)).toEqual([BOUGHT, RENEWED, DUE, Date.parse("2026-12-30T14:00:00Z")]);
  expect(nextBillingTime).toBe(Date.parse("2027-01-30T14:00:00Z"));
  const states = async () => (await paypal.events("I-PAST")).map(({ type, state }) => `${type} ${state}`);
  expect(await states()).toEqual(["PAYMENT.SALE.COMPLETED held", "PAYMENT.SALE.COMPLETED held"]);
  await paypal.control({ action: "release", id: "I-PAST" });
  expect(await states()).toEqual(["PAYMENT.SALE.COMPLETED recorded", "PAYMENT.SALE.COMPLETED recorded"]);
});

test("a past due subscription is retried until PayPal suspends it, and recovers when the buyer pays", async () => {
  const failed = { payments: [payment("FIRST", BOUGHT)], failedAt: RENEWED, failedPayments: 1 };
  const { read, paypal } = await sandboxWith(subscription(failed), RENEWED + 2 * DAY_MS);
  expect(await read("I-PAST")).toMatchObject({
    status: "ACTIVE",
    billing_info: {
      failed_payments_count: 1,
      outstanding_balance: { value: "9.99" },
      last_failed_payment: { time: "2026-10-30T14:00:00Z", next_payment_retry_time: "2026-11-04T14:00:00Z" },
    },
  });
  await paypal.control({ action: "advance", id: "I-PAST", to: RENEWED + 11 * DAY_MS });
  expect(await read("I-PAST")).toMatchObject({ status: "SUSPENDED", billing_info: { failed_payments_count: 3 } });
  await paypal.control({ action: "recover", id: "I-PAST" });
  expect(await read("I-PAST")).toMatchObject({ status: "ACTIVE", billing_info: { failed_payments_count: 0 } });
});

test("cancellations, refunds, and reversals are restored, and unknown plans are left out", async () => {
  const refunds = [{ id: "REFUND", cents: 999, time: RENEWED + DAY_MS }];
  const over = subscription({
    status: "CANCELLED",
    nextBillingAt: null,
    payments: [payment("FIRST", BOUGHT, { isReversed: true }), payment("SECOND", RENEWED, { refunds })],
  });
  const { paypal } = await sandboxWith(over, DUE + DAY_MS);
  const { status, payments } = await paypal.subscription("I-PAST");
  expect([status, ...payments.map((one) => one.status)]).toEqual(["CANCELLED", "REVERSED", "REFUNDED"]);

  const unknown = await sandboxWith(subscription({ planId: "P-UNKNOWN" }));
  expect(await unknown.paypal.subscriptions()).toEqual([]);
});

test("a restored order is either paid or still waiting for its buyer", async () => {
  const order = { customId: "gift-1", cents: 7999, currency: "USD", createdAt: BOUGHT };
  const buyer = { email: "ada@x.test", payerId: "ABCDEFGHJKLMN" };
  const orders = [
    { ...order, buyer, id: "PAID", payment: payment("CAPTURE", BOUGHT, { cents: 7999 }) },
    { ...order, buyer, id: "OPEN", payment: null },
  ];
  const { call, paypal } = await payPalUnderTest({ now: () => NOW, pastPurchases: { subscriptions: [], orders } });
  expect((await call("/v2/checkout/orders/PAID")).json).toMatchObject({
    status: "COMPLETED",
    purchase_units: [{ custom_id: "gift-1", amount: { value: "79.99" }, payments: { captures: [{ id: "CAPTURE" }] } }],
  });
  expect(await paypal.order("OPEN")).toMatchObject({ status: "CREATED", buyerEmail: null, payments: [] });
});
