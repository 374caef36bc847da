import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { HOUR_MS } from "#domain/durations.ts";
import { rowsOf } from "#test/worker/factories.ts";
import { accessEndOf, buy, payPal, startCheckout } from "#test/worker/purchases.ts";
import { sandboxUrl } from "#test/worker/sandbox.ts";
import { createContext } from "../../kernel/context.ts";
import { readConfig } from "../../kernel/env.ts";
import { syncSubscription } from "./sync-subscription.ts";

const ACCOUNT = readConfig(env).paypal;
const EARLIER = ACCOUNT?.plans.monthly ?? "";

/** The plan sold from now on. */
let sold = "";

beforeAll(async () => {
  const authorization = `Basic ${btoa(`${ACCOUNT?.clientId}:${ACCOUNT?.clientSecret}`)}`;
  const grant = { method: "POST", headers: { authorization }, body: "grant_type=client_credentials" };
  const { access_token } = await (await fetch(`${sandboxUrl}/v1/oauth2/token`, grant)).json<{ access_token: string }>();
  const headers = { authorization: `Bearer ${access_token}`, "content-type": "application/json" };
  const make = async (path: string, body: unknown) => {
    const answer = await fetch(sandboxUrl + path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json<{ id: string }>()).id;
  };
  const product_id = await make("/v1/catalogs/products", { name: "Membership", type: "SERVICE" });
  const frequency = { interval_unit: "MONTH", interval_count: 1 };
  const pricing_scheme = { fixed_price: { value: "12.99", currency_code: "USD" } };
  const cycle = { frequency, tenure_type: "REGULAR", sequence: 1, total_cycles: 0, pricing_scheme };
  const billing = { billing_cycles: [cycle], payment_preferences: { auto_bill_outstanding: true } };
  sold = await make("/v1/billing/plans", { product_id, name: "Monthly", ...billing });
});

/** The Worker's configuration after the price change. */
function contextAt(now: number) {
  const options = { now, requestId: crypto.randomUUID(), defer: () => undefined };
  const changed = { ...env, PAYPAL_PLAN_MONTHLY: sold };
  return createContext(changed, options);
}

const planOf = async (checkoutId: string) =>
  (await rowsOf("select plan_id from checkouts where id = ?", checkoutId))[0]?.plan_id;

/** Makes the next charge at PayPal, then reads it. */
async function renew(id: string) {
  const { nextBillingTime } = await payPal.subscription(id);
  const now = (nextBillingTime ?? 0) + HOUR_MS;
  await payPal.control({ action: "advance", id, to: now });
  return { now, applied: await syncSubscription(contextAt(now), id) };
}

test("a paying member stays on the earlier plan", async () => {
  const { checkoutId, subscriptionId, memberId } = await buy();
  expect(await planOf(checkoutId)).toBe(EARLIER);
  for (const payments of [2, 3]) {
    const { now, applied } = await renew(subscriptionId);
    expect(applied.state).toBe("applied");
    expect(await accessEndOf(memberId)).toBeGreaterThan(now + 27 * 24 * HOUR_MS);
    expect(await rowsOf("select 1 from payments where subscription_id = ?", subscriptionId)).toHaveLength(payments);
  }
  expect(await planOf(checkoutId)).toBe(EARLIER);
});

test("a checkout begun before a price change and approved after it keeps the terms its buyer agreed to", async () => {
  const { subscriptionId } = await startCheckout();
  await payPal.control({ action: "approve", id: subscriptionId });
  expect((await syncSubscription(contextAt(Date.now()), subscriptionId)).state).toBe("applied");
});

test("a new subscription at the old price is refused", async () => {
  const { checkoutId, subscriptionId, email } = await startCheckout();
  await rowsOf("update checkouts set plan_id = ? where id = ?", sold, checkoutId);
  await payPal.control({ action: "approve", id: subscriptionId });
  const applied = await syncSubscription(contextAt(Date.now()), subscriptionId);
  expect(applied).toMatchObject({ state: "foreign", why: "unknown plan" });
  expect(await rowsOf("select 1 from members where email = ?", email)).toEqual([]);
});

test("a known subscription that charges another price than agreed is refused", async () => {
  const { checkoutId, subscriptionId, memberId } = await buy();
  const end = await accessEndOf(memberId);
  await rowsOf("update checkouts set price_cents = 1299 where id = ?", checkoutId);
  const { applied } = await renew(subscriptionId);
  expect(applied).toMatchObject({ state: "foreign", why: "different price" });
  expect(await accessEndOf(memberId)).toBe(end);
  expect(await rowsOf("select 1 from payments where subscription_id = ?", subscriptionId)).toHaveLength(1);
});

test("a known subscription is refused if it's on another of our plans", async () => {
  const { checkoutId, subscriptionId } = await buy();
  await rowsOf("update checkouts set plan = 'annual' where id = ?", checkoutId);
  const options = { now: Date.now(), requestId: crypto.randomUUID(), defer: () => undefined };
  const applied = await syncSubscription(createContext(env, options), subscriptionId);
  expect(applied).toMatchObject({ state: "foreign", why: "unknown plan" });
});
