import { expect, test } from "vitest";
import { PAYPAL_SANDBOX } from "../paypal-settings.ts";
import { payPalDocuments, payPalUnderTest } from "../paypal-under-test.ts";

// The sandbox's other tests check every call, too: payPalUnderTest gives the sandbox the documents.
const absent = payPalDocuments === null;
const documented = test.skipIf(absent);
test.runIf(absent)("without PayPal's documents, the checks against them are skipped", () => undefined);

const path = "/v1/billing/subscriptions";
const withUrls = { return_url: "https://daybolt.test/a", cancel_url: "https://daybolt.test/b" };

documented("each state of a subscription is told as PayPal's document has it", async () => {
  const { call, read, buy, subscribe, paypal } = await payPalUnderTest();
  await read(await subscribe());
  const id = await buy();
  const application_context = { ...withUrls, shipping_preference: "NO_SHIPPING" };
  expect((await call(path, { plan_id: PAYPAL_SANDBOX.plans.annual, application_context })).status).toBe(201);
  const list = (await call(path)).json.subscriptions;
  for (const subscription of list) {
    expect(payPalDocuments?.shape("billing_subscriptions_v1", "subscription", subscription)).toBeNull();
  }
  await paypal.control({ action: "failNext", id, times: 3 });
  await paypal.control({ action: "advance", id, to: Date.now() + 60 * 86_400_000 });
  expect((await read(id)).status).toBe("SUSPENDED");
  await paypal.control({ action: "recover", id });
  expect((await read(id)).status).toBe("ACTIVE");
  expect(
    (await call(`${path}/${id}/transactions?start_time=2020-01-01T00:00:00Z&end_time=2040-01-01T00:00:00Z`)).status,
  ).toBe(200);
  await paypal.control({ action: "suspend", id });
  expect((await call(`${path}/${id}/cancel`, { reason: "End" })).status).toBe(204);
  expect((await read(id)).status).toBe("CANCELLED");
});

documented("plans are made and told as PayPal's document has it", async () => {
  const { call } = await payPalUnderTest();
  const product = await call("/v1/catalogs/products", { name: "Membership", type: "SERVICE" });
  const plan = {
    product_id: product.json.id,
    name: "Weekly",
    billing_cycles: [
      {
        frequency: { interval_unit: "WEEK", interval_count: 1 },
        tenure_type: "REGULAR",
        sequence: 1,
        total_cycles: 0,
        pricing_scheme: { fixed_price: { currency_code: "USD", value: "2.99" } },
      },
    ],
    payment_preferences: { payment_failure_threshold: 3 },
  };
  const { json, status } = await call("/v1/billing/plans", plan);
  expect(status).toBe(201);
  expect((await call(`/v1/billing/plans/${json.id}`)).json).toMatchObject({ name: "Weekly", status: "ACTIVE" });
  expect((await call("/v1/billing/plans")).status).toBe(200);
});

documented("every event and its resource are of PayPal's shape", async () => {
  const { buy, call, paypal } = await payPalUnderTest();
  const id = await buy();
  await paypal.control({ action: "refund", id, cents: 100 });
  const order = { intent: "CAPTURE", purchase_units: [{ amount: { currency_code: "USD", value: "9.99" } }] };
  const { json } = await call("/v2/checkout/orders", order);
  await paypal.control({ action: "approve", id: json.id });
  await call(`/v2/checkout/orders/${json.id}/capture`, {});
  await paypal.control({ action: "refund", id: json.id });
  await paypal.control({ action: "dispute", id });
  const resources: Record<string, [Parameters<NonNullable<typeof payPalDocuments>["shape"]>[0], string]> = {
    subscription: ["billing_subscriptions_v1", "subscription"],
    capture: ["checkout_orders_v2", "capture"],
    "checkout-order": ["checkout_orders_v2", "order"],
  };

  const events = [...(await paypal.events(id)), ...(await paypal.events(json.id))];
  expect(events).toHaveLength(8);
  for (const event of events) {
    const { body } = await paypal.signedEvent(event.id);
    const parsed = JSON.parse(body);
    expect(payPalDocuments?.shape("notifications_webhooks_v1", "event", parsed)).toBeNull();
    const shape = resources[parsed.resource_type];
    if (shape) expect(payPalDocuments?.shape(...shape, parsed.resource)).toBeNull();
  }
});

documented(
  "a request that the document does not allow is told so, and an answer it does not know is found",
  async () => {
    const { call } = await payPalUnderTest();
    const refused = await call(path, { plan_id: PAYPAL_SANDBOX.plans.monthly, auto_renewal: "yes" });

    expect(refused).toMatchObject({ status: 400, json: { details: [{ issue: "NOT_IN_THE_DOCUMENT" }] } });
    expect(refused.text).toContain("auto_renewal");
    expect(payPalDocuments?.answer("subscriptions.get", 200, { status: "RUNNING" })).toContain("status");
    expect(
      payPalDocuments?.answer("subscriptions.cancel", 422, { details: [{ issue: "NO_SUCH_ISSUE" }] }),
    ).not.toBeNull();
    expect(payPalDocuments?.answer("subscriptions.get", 418, {})).not.toBeNull();
  },
);
