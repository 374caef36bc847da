import { expect, test } from "vitest";
import { PAYPAL_SANDBOX } from "../paypal-settings.ts";
import { payPalUnderTest } from "../paypal-under-test.ts";

const START = Date.parse("2026-01-31T08:00:00Z");
const at = { now: () => START };

test("a subscription awaiting approval can be moved to another date without affecting others", async () => {
  const { subscribe, read, paypal } = await payPalUnderTest(at);
  const [id, other, later] = [
    await subscribe(),
    await subscribe(),
    await subscribe({ startTime: "2026-03-01T00:00:00Z" }),
  ];
  await paypal.control({ action: "setClock", id, at: "2025-11-15T08:00:00Z" });
  await paypal.control({ action: "setClock", id: later, at: "2025-11-15T08:00:00Z" });
  for (const each of [id, other, later]) await paypal.control({ action: "approve", id: each });

  const paid = { start_time: "2025-11-15T08:00:00Z", create_time: "2025-11-15T08:00:00Z" };
  const lastPayment = { last_payment: { time: "2025-11-15T08:00:00Z" }, next_billing_time: "2025-12-15T08:00:00Z" };
  expect(await read(id)).toMatchObject({ ...paid, billing_info: lastPayment });
  expect(await read(other)).toMatchObject({ start_time: "2026-01-31T08:00:00Z" });
  expect(await read(later)).toMatchObject({ start_time: "2026-03-01T00:00:00Z" });
  await expect(paypal.control({ action: "setClock", id, at: null })).rejects.toThrow("The subscription is ACTIVE");

  await paypal.control({ action: "advance", id, to: START });
  expect((await paypal.subscription(id)).payments).toHaveLength(3);
});

test("a subscription is paid on approval, and each passing cycle is billed once", async () => {
  const { buy, read, call, paypal, eventTypes } = await payPalUnderTest(at);
  const id = await buy();

  expect(await read(id)).toMatchObject({
    status: "ACTIVE",
    start_time: "2026-01-31T08:00:00Z",
    billing_info: {
      next_billing_time: "2026-02-28T08:00:00Z",
      last_payment: { amount: { currency_code: "USD", value: "9.99" }, time: "2026-01-31T08:00:00Z" },
      failed_payments_count: 0,
      cycle_executions: [{ cycles_completed: 1, total_cycles: 0 }],
    },
  });

  await paypal.control({ action: "advance", id, to: "2026-04-01T00:00:00Z" });

  const { billing_info } = await read(id);
  expect(billing_info.next_billing_time).toBe("2026-04-30T08:00:00Z");
  expect(billing_info.last_payment.time).toBe("2026-03-31T08:00:00Z");
  const { json } = await call(
    `/v1/billing/subscriptions/${id}/transactions?start_time=2026-02-01T00:00:00Z&end_time=2026-12-31T00:00:00Z`,
  );
  expect(json.transactions).toMatchObject([
    { status: "COMPLETED", amount_with_breakdown: { gross_amount: { value: "9.99" }, fee_amount: { value: "0.84" } } },
    { time: "2026-02-28T08:00:00.000Z" },
  ]);
  expect(await eventTypes(id)).toEqual([
    "BILLING.SUBSCRIPTION.CREATED",
    "BILLING.SUBSCRIPTION.ACTIVATED",
    "PAYMENT.SALE.COMPLETED",
    "PAYMENT.SALE.COMPLETED",
    "PAYMENT.SALE.COMPLETED",
  ]);
});

test("a subscription with a future start is active right away and charged at the start", async () => {
  const { buy, read, paypal } = await payPalUnderTest(at);
  const id = await buy({ startTime: "2026-02-10T05:06:07Z", planId: PAYPAL_SANDBOX.plans.annual });

  const before = await read(id);
  expect(before.status).toBe("ACTIVE");
  expect(before.billing_info.last_payment).toBeUndefined();
  expect(before.billing_info.next_billing_time).toBe("2026-02-10T05:06:07Z");

  await paypal.control({ action: "advance", id, to: "2026-02-10T05:06:07Z" });
  expect((await read(id)).billing_info).toMatchObject({
    last_payment: { amount: { value: "79.99" } },
    next_billing_time: "2027-02-10T05:06:07Z",
  });
});

test("a failed charge is retried after 5 and 10 days, and the third failure suspends the subscription", async () => {
  const { buy, read, paypal, eventTypes } = await payPalUnderTest(at);
  const id = await buy();
  await paypal.control({ action: "failNext", id, times: 99 });

  await paypal.control({ action: "advance", id, to: "2026-02-28T09:00:00Z" });
  expect((await read(id)).billing_info).toMatchObject({
    failed_payments_count: 1,
    outstanding_balance: { value: "9.99" },
    next_billing_time: "2026-03-31T08:00:00Z",
    last_failed_payment: {
      time: "2026-02-28T08:00:00Z",
      reason_code: "PAYMENT_DENIED",
      next_payment_retry_time: "2026-03-05T08:00:00Z",
    },
  });

  await paypal.control({ action: "advance", id, to: "2026-03-06T00:00:00Z" });
  expect(await read(id)).toMatchObject({ status: "ACTIVE", billing_info: { failed_payments_count: 2 } });
  await paypal.control({ action: "advance", id, to: "2026-03-11T00:00:00Z" });
  const suspended = await read(id);
  expect(suspended).toMatchObject({ status: "SUSPENDED", billing_info: { failed_payments_count: 3 } });
  expect(suspended.billing_info.last_failed_payment.next_payment_retry_time).toBeUndefined();
  expect((await eventTypes(id)).slice(3)).toEqual([
    ...Array(3).fill("BILLING.SUBSCRIPTION.PAYMENT.FAILED"),
    "BILLING.SUBSCRIPTION.SUSPENDED",
  ]);

  await paypal.control({ action: "advance", id, to: "2026-06-15T00:00:00Z" });
  expect((await read(id)).billing_info.last_payment.time).toBe("2026-01-31T08:00:00Z");
});

test("a successful retry settles the balance and keeps the billing schedule", async () => {
  const { buy, read, paypal } = await payPalUnderTest(at);
  const id = await buy();
  await paypal.control({ action: "failNext", id });

  await paypal.control({ action: "advance", id, to: "2026-03-05T08:00:00Z" });

  expect((await read(id)).billing_info).toMatchObject({
    failed_payments_count: 0,
    outstanding_balance: { value: "0.00" },
    last_payment: { amount: { value: "9.99" }, time: "2026-03-05T08:00:00Z" },
    next_billing_time: "2026-03-31T08:00:00Z",
  });
});

test("a buyer who can pay again reactivates a suspended subscription and isn't billed for the gap", async () => {
  const { buy, read, paypal, eventTypes } = await payPalUnderTest(at);
  const id = await buy();
  await paypal.control({ action: "failNext", id, times: 99 });
  await paypal.control({ action: "advance", id, to: "2026-05-20T00:00:00Z" });

  await paypal.control({ action: "recover", id });

  expect(await read(id)).toMatchObject({
    status: "ACTIVE",
    billing_info: { last_payment: { time: "2026-05-20T00:00:00Z" }, next_billing_time: "2026-05-31T08:00:00Z" },
  });
  expect((await eventTypes(id)).slice(-2)).toEqual(["PAYMENT.SALE.COMPLETED", "BILLING.SUBSCRIPTION.ACTIVATED"]);
  expect((await paypal.subscription(id)).payments).toHaveLength(2);
});

test("each subscription has its own clock, and no clock runs backward", async () => {
  const { buy, read, paypal } = await payPalUnderTest(at);
  const [one, other] = [await buy(), await buy()];

  await paypal.control({ action: "advance", id: one, to: "2026-03-01T00:00:00Z" });

  expect((await read(one)).billing_info.last_payment.time).toBe("2026-02-28T08:00:00Z");
  expect((await read(other)).billing_info.last_payment.time).toBe("2026-01-31T08:00:00Z");
  await expect(paypal.control({ action: "advance", id: one, to: "2026-02-01T00:00:00Z" })).rejects.toThrow("back");
});

test("time also passes without being advanced, and charges that come due are made", async () => {
  let now = START;
  const { buy, read } = await payPalUnderTest({ now: () => now });
  const id = await buy();

  now = Date.parse("2026-03-01T00:00:00Z");

  expect((await read(id)).billing_info.last_payment.time).toBe("2026-02-28T08:00:00Z");
});

test("a charge is made at exactly the announced time, to the second", async () => {
  const { buy, read, paypal } = await payPalUnderTest({ now: () => START + 789 });
  const id = await buy();
  const { next_billing_time } = (await read(id)).billing_info;

  await paypal.control({ action: "advance", id, to: next_billing_time });

  expect((await read(id)).billing_info.last_payment.time).toBe(next_billing_time);
});

test("a test can set the clock of new subscriptions to another date", async () => {
  const { buy, read, paypal } = await payPalUnderTest(at);
  await paypal.control({ action: "setClock", at: "2025-06-01T00:00:00Z" });

  const id = await buy({ startTime: "2025-06-10T00:00:00Z" });

  expect(await read(id)).toMatchObject({ create_time: "2025-06-01T00:00:00Z", status: "ACTIVE" });
  expect((await read(id)).billing_info.last_payment).toBeUndefined();
});
