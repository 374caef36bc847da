import { expect, test } from "vitest";
import { payPalUnderTest } from "../paypal-under-test.ts";

const gift = {
  intent: "CAPTURE",
  purchase_units: [{ amount: { currency_code: "USD", value: "79.99" }, custom_id: "gift-1", description: "A year" }],
};
const path = "/v2/checkout/orders";

test("an order is created, approved by the buyer, captured once, and refunded", async () => {
  const { call, paypal, eventTypes } = await payPalUnderTest();
  const created = await call(path, gift);
  const { id } = created.json;
  expect(created).toMatchObject({ status: 201, json: { status: "CREATED" } });

  expect((await call(`${path}/${id}/capture`, {})).json.details[0].issue).toBe("ORDER_NOT_APPROVED");
  await paypal.control({ action: "approve", id, email: "giver@example.com" });
  expect((await call(`${path}/${id}`)).json).toMatchObject({
    status: "APPROVED",
    payer: { email_address: "giver@example.com" },
  });

  const captured = await call(`${path}/${id}/capture`, {}, { "paypal-request-id": "capture-1" });
  expect(captured).toMatchObject({ status: 201, json: { status: "COMPLETED" } });
  const [capture] = captured.json.purchase_units[0].payments.captures;
  expect(capture).toMatchObject({ status: "COMPLETED", amount: { value: "79.99" }, custom_id: "gift-1" });
  expect(await call(`${path}/${id}/capture`, {}, { "paypal-request-id": "capture-1" })).toMatchObject({ status: 200 });
  expect((await call(`${path}/${id}/capture`, {})).json.details[0].issue).toBe("ORDER_ALREADY_CAPTURED");

  expect((await call(`/v2/payments/captures/${capture.id}/refund`, {})).status).toBe(201);
  expect((await call(`${path}/${id}`)).json.purchase_units[0].payments).toMatchObject({
    captures: [{ status: "REFUNDED" }],
    refunds: [{ amount: { value: "79.99" } }],
  });
  expect(await eventTypes(id)).toEqual([
    "CHECKOUT.ORDER.APPROVED",
    "PAYMENT.CAPTURE.COMPLETED",
    "PAYMENT.CAPTURE.REFUNDED",
  ]);
});

test.for([
  [true, "COMPLETED", "PAYMENT.CAPTURE.COMPLETED"],
  [false, "DECLINED", "PAYMENT.CAPTURE.DENIED"],
] as const)(
  "a bank capture is pending until its money arrives or the transfer fails: %s",
  async ([isPaid, status, reported]) => {
    const { call, paypal, eventTypes } = await payPalUnderTest();
    const { id } = (await call(path, gift)).json;
    await paypal.control({ action: "approve", id });
    await paypal.control({ action: "payLater", id });
    const captureOf = async () => (await call(`${path}/${id}`)).json.purchase_units[0].payments.captures[0];
    expect((await call(`${path}/${id}/capture`, {})).json).toMatchObject({ status: "COMPLETED" });
    expect(await captureOf()).toMatchObject({ status: "PENDING", status_details: { reason: "ECHECK" } });
    await paypal.control({ action: "clear", id, isPaid });
    expect(await captureOf()).toMatchObject({ status });
    expect(await eventTypes(id)).toEqual(["CHECKOUT.ORDER.APPROVED", "PAYMENT.CAPTURE.PENDING", reported]);
  },
);

test("a declined capture takes no money and can be retried", async () => {
  const { call, paypal } = await payPalUnderTest();
  const { id } = (await call(path, gift)).json;
  await paypal.control({ action: "approve", id });
  await paypal.control({ action: "failNext", id, times: 1 });
  const capture = () => call(`${path}/${id}/capture`, {}, { "paypal-request-id": "capture-1" });

  expect(await capture()).toMatchObject({ status: 422, json: { details: [{ issue: "INSTRUMENT_DECLINED" }] } });
  expect((await paypal.order(id)).payments).toEqual([]);
  expect((await capture()).json.status).toBe("COMPLETED");
});

test.each([
  ["no amount", { ...gift, purchase_units: [{}] }, 400],
  ["an amount of nothing", { ...gift, purchase_units: [{ amount: { currency_code: "USD", value: "0.00" } }] }, 422],
  ["a body that is no JSON", "{oops", 400],
])("an order with %s is refused", async (_, body, status) => {
  const { call } = await payPalUnderTest();
  expect((await call(path, body)).status).toBe(status);
});
