import { expect, test } from "vitest";
import { DAY_MS } from "#domain/durations.ts";
import { payPalUnderTest } from "../paypal-under-test.ts";

const money = (value: string, currency_code = "USD") => ({ amount: { value, currency_code } });

async function paidSubscription() {
  const sandbox = await payPalUnderTest();
  const id = await sandbox.buy();
  const [payment] = (await sandbox.paypal.subscription(id)).payments;
  const path = `/v2/payments/captures/${payment?.id}`;
  const refund = (body: unknown = {}, headers = {}) => sandbox.call(`${path}/refund`, body, headers);
  return { ...sandbox, id, payment, path, refund };
}

test("a subscription's payment can be refunded in parts up to its full amount, and no further", async () => {
  const { refund, call, path, id, payment, paypal, eventTypes } = await paidSubscription();

  expect(await refund(money("4.00"))).toMatchObject({ status: 201, json: { status: "COMPLETED" } });
  expect((await call(path)).json).toMatchObject({ status: "PARTIALLY_REFUNDED", amount: { value: "9.99" } });
  expect((await refund(money("6.00"))).json.details[0].issue).toBe("REFUND_AMOUNT_EXCEEDED");
  expect(await refund()).toMatchObject({ status: 201 });
  expect((await call(path)).json.status).toBe("REFUNDED");
  expect(await refund()).toMatchObject({ status: 422, json: { details: [{ issue: "CAPTURE_FULLY_REFUNDED" }] } });

  expect((await eventTypes(id)).slice(-2)).toEqual(["PAYMENT.SALE.REFUNDED", "PAYMENT.SALE.REFUNDED"]);
  const last = (await paypal.events(id)).at(-1);
  const { body } = await paypal.signedEvent(last?.id ?? "");
  expect(JSON.parse(body).resource).toMatchObject({
    sale_id: payment?.id,
    amount: { total: "5.99", currency: "USD" },
    total_refunded_amount: { value: "9.99" },
  });
});

test("a refund repeated with its PayPal-Request-Id is made only once", async () => {
  const { refund, paypal, id } = await paidSubscription();

  const first = await refund({}, { "paypal-request-id": "refund-1" });
  const second = await refund({}, { "paypal-request-id": "refund-1" });

  expect([first.status, second.status]).toEqual([201, 200]);
  expect(second.json.id).toBe(first.json.id);
  expect((await paypal.subscription(id)).payments).toMatchObject([{ refundedCents: 999, status: "REFUNDED" }]);
});

test.each([
  ["another currency", money("1.00", "EUR"), 422, "REFUND_CAPTURE_CURRENCY_MISMATCH"],
  ["nothing", money("0.00"), 422, "CANNOT_BE_ZERO_OR_NEGATIVE"],
  ["an amount of three decimals", money("1.001"), 400, "INVALID_PARAMETER_SYNTAX"],
])("a refund of %s is refused", async (_, body, status, issue) => {
  const { refund } = await paidSubscription();
  expect(await refund(body)).toMatchObject({ status, json: { details: [{ issue }] } });
});

test("a payment can be refunded for 180 days, and never after a chargeback", async () => {
  const { refund, paypal, id } = await paidSubscription();
  await paypal.control({ action: "cancel", id });
  await paypal.control({ action: "advance", id, to: Date.now() + 179 * DAY_MS });
  expect((await refund(money("1.00"))).status).toBe(201);
  await paypal.control({ action: "advance", id, to: Date.now() + 181 * DAY_MS });
  expect((await refund()).json.details[0].issue).toBe("REFUND_TIME_LIMIT_EXCEEDED");

  await paypal.control({ action: "reverse", id });
  expect((await refund()).json.details[0].issue).toBe("REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK");
  expect((await paypal.events(id)).at(-1)?.type).toBe("PAYMENT.SALE.REVERSED");
});

test("an unknown payment returns 404", async () => {
  const { call } = await payPalUnderTest();
  expect((await call("/v2/payments/captures/NOPE/refund", {})).status).toBe(404);
  expect((await call("/v2/payments/captures/NOPE")).status).toBe(404);
});

test("a reversal event in PayPal's published format links only to a refund, which names the payment", async () => {
  const { buy, call, paypal } = await payPalUnderTest();
  const id = await buy();
  await paypal.control({ action: "reverse", id, isAsPublished: true });
  const event = (await paypal.events(id)).findLast(({ type }) => type === "PAYMENT.SALE.REVERSED");
  const { resource } = JSON.parse((await paypal.signedEvent(event?.id ?? "")).body);
  const [payment] = (await paypal.subscription(id)).payments;
  expect(JSON.stringify(resource)).not.toContain(payment?.id);
  expect(resource).toMatchObject({ amount: { total: "-9.99" }, links: [{ rel: "self" }] });
  const { pathname } = new URL(resource.links[0].href);
  expect((await call(pathname)).json).toMatchObject({ sale_id: payment?.id });
  expect((await call("/v2/payments/refunds/NONE")).status).toBe(404);
});
