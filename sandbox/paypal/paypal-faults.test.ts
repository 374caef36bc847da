import { expect, test } from "vitest";
import { PAYPAL_SANDBOX } from "./paypal-settings.ts";
import { payPalUnderTest } from "./paypal-under-test.ts";

const path = "/v1/billing/subscriptions";
const wanted = { plan_id: PAYPAL_SANDBOX.plans.monthly, custom_id: "checkout-1" };

test.each([
  [{ kind: "rate_limit", retryAfterSeconds: 3 }, 429, "RATE_LIMIT_REACHED"],
  [{ kind: "server_error" }, 500, "INTERNAL_SERVER_ERROR"],
  [{ kind: "server_error", status: 503 }, 503, "SERVICE_UNAVAILABLE"],
  [{ kind: "unauthorized" }, 401, "AUTHENTICATION_FAILURE"],
  [{ kind: "forbidden" }, 403, "NOT_AUTHORIZED"],
] as const)("fault %o rejects the next call, accepts nothing, and is then used up", async (fault, status, name) => {
  const { call, paypal } = await payPalUnderTest();
  await paypal.arm({ ...fault, operation: "subscriptions.create" });

  const refused = await call(path, wanted);

  expect(refused).toMatchObject({ status, json: { name, debug_id: expect.any(String) } });
  expect(refused.headers.get("retry-after")).toBe("retryAfterSeconds" in fault ? "3" : null);
  expect(await paypal.subscriptions()).toEqual([]);
  expect(await paypal.faults()).toEqual([]);
  expect((await call(path, wanted)).status).toBe(201);
});

test("an html fault returns a page instead of JSON", async () => {
  const { call, paypal } = await payPalUnderTest();
  await paypal.arm({ kind: "html" });

  const answer = await call(path, wanted);

  expect(answer).toMatchObject({ status: 502, text: expect.stringContaining("<html>") });
  expect(answer.headers.get("content-type")).toBe("text/html");
});

test("a response dropped after acceptance is returned to a retry with the same PayPal-Request-Id", async () => {
  const { call, paypal } = await payPalUnderTest();
  await paypal.arm({ kind: "drop_after_accept", about: "checkout-1" });
  const create = () => call(path, wanted, { "paypal-request-id": "once" });

  await expect(create()).rejects.toThrow();
  expect((await create()).status).toBe(200);
  expect(await paypal.subscriptions()).toHaveLength(1);
});

test("neither a cut connection nor an unanswered call creates a subscription", async () => {
  const { url, call, paypal, faults } = await payPalUnderTest();
  await paypal.arm({ kind: "cut", operation: "subscriptions.create" });
  await expect(call(path, wanted)).rejects.toThrow();

  await paypal.arm({ kind: "silence", operation: "token" });
  const patience = new AbortController();
  const silent = fetch(`${url}/v1/oauth2/token`, { method: "POST", body: "", signal: patience.signal });
  await expect.poll(() => paypal.faults()).toEqual([]);
  patience.abort();
  await expect(silent).rejects.toThrow();

  expect(await paypal.subscriptions()).toEqual([]);
  expect(await faults()).toEqual([]);
});

test("a fault affects only calls of its own operation for its own subscription", async () => {
  const { buy, call, paypal } = await payPalUnderTest();
  const [mine, other] = [await buy(), await buy()];
  await paypal.arm({ kind: "server_error", operation: "subscriptions.get", about: mine });

  expect((await call(`${path}/${other}`)).status).toBe(200);
  expect((await call(`${path}/${mine}/cancel`, { reason: "x" })).status).toBe(204);
  expect((await call(`${path}/${mine}`)).status).toBe(500);
  expect((await call(`${path}/${mine}`)).status).toBe(200);
});
