import { expect, test } from "vitest";
import { PAYPAL_SANDBOX } from "../paypal-settings.ts";
import { payPalUnderTest } from "../paypal-under-test.ts";

const { plans } = PAYPAL_SANDBOX;
const path = "/v1/billing/subscriptions";
const full = { prefer: "return=representation" };

test("only the right secret gets a token, and calls without one are rejected", async () => {
  const { url, token } = await payPalUnderTest();

  expect(await (await token()).json()).toMatchObject({ token_type: "Bearer", expires_in: 31_668 });
  expect((await token("wrong")).status).toBe(401);
  const answer = await fetch(`${url}${path}/I-1`);
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ name: "AUTHENTICATION_FAILURE" });
});

test("a token stops working when it expires", async () => {
  let now = Date.now();
  const { url, token } = await payPalUnderTest({ now: () => now });
  const statusWith = async (bearer: string) =>
    (await fetch(`${url}${path}/I-1`, { headers: { ...full, authorization: `Bearer ${bearer}` } })).status;

  const { access_token } = await (await token()).json();
  now += 31_667_999;
  expect(await statusWith(access_token)).toBe(404);
  now += 1;
  expect(await statusWith(access_token)).toBe(401);
});

test("a call that doesn't ask for the full answer is refused", async () => {
  const { call, paypal } = await payPalUnderTest();

  expect(await call(path, { plan_id: plans.monthly }, { prefer: "return=minimal" })).toMatchObject({ status: 400 });
  expect(await paypal.subscriptions()).toEqual([]);
});

test("the product's plans exist from the start", async () => {
  const { call } = await payPalUnderTest();

  expect((await call(`/v1/billing/plans/${plans.annual}`)).json).toMatchObject({
    status: "ACTIVE",
    billing_cycles: [
      {
        frequency: { interval_unit: "YEAR", interval_count: 1 },
        pricing_scheme: { fixed_price: { currency_code: "USD", value: "79.99" } },
      },
    ],
  });
  expect((await call("/v1/billing/plans")).json.plans).toHaveLength(3);
});

test("a repeated PayPal-Request-Id creates one subscription, and after 72 hours a second one", async () => {
  let now = Date.parse("2026-01-01T00:00:00Z");
  const { call, paypal } = await payPalUnderTest({ now: () => now });
  const create = () => call(path, { plan_id: plans.monthly, custom_id: "c-1" }, { "paypal-request-id": "once" });

  const first = await create();
  await paypal.control({ action: "approve", id: first.json.id });
  const second = await create();

  expect([first.status, second.status]).toEqual([201, 200]);
  expect(first.json).toMatchObject({ status: "APPROVAL_PENDING", id: expect.stringMatching(/^I-[A-Z0-9]{12}$/) });
  expect(first.json.links[0]).toMatchObject({
    rel: "approve",
    href: expect.stringContaining(`/paypal/approve/${first.json.id}`),
  });
  expect(second.json).toMatchObject({ id: first.json.id, status: "ACTIVE" });
  now += 72 * 60 * 60 * 1000;
  const third = await create();
  expect(third.status).toBe(201);
  expect(third.json.id).not.toBe(first.json.id);
});

test.each([
  ["no plan", { custom_id: "c" }, 400, "MISSING_REQUIRED_PARAMETER"],
  ["an unknown plan", { plan_id: "P-NOPE" }, 404, "INVALID_RESOURCE_ID"],
  ["a custom id too long", { plan_id: plans.monthly, custom_id: "c".repeat(128) }, 400, "INVALID_STRING_MAX_LENGTH"],
  [
    "a start in the past",
    { plan_id: plans.monthly, start_time: "2020-01-01T00:00:00Z" },
    400,
    "INVALID_PARAMETER_VALUE",
  ],
  ["a start that is no instant", { plan_id: plans.monthly, start_time: "soon" }, 400, "INVALID_PARAMETER_SYNTAX"],
])("a subscription with %s is refused", async (_, body, status, issue) => {
  const { call } = await payPalUnderTest();
  expect(await call(path, body)).toMatchObject({ status, json: { details: [{ issue }] } });
});

test("cancelling needs a reason, works once, and removes the next billing time", async () => {
  const { buy, call, read, eventTypes } = await payPalUnderTest();
  const id = await buy();

  expect(await call(`${path}/${id}/cancel`, {})).toMatchObject({
    status: 400,
    json: { details: [{ field: "/reason" }] },
  });
  expect((await call(`${path}/${id}/cancel`, { reason: "x".repeat(129) })).json.details[0].issue).toBe(
    "INVALID_STRING_MAX_LENGTH",
  );
  expect((await call(`${path}/${id}/cancel`, { reason: "Too early" })).status).toBe(204);
  const cancelled = await read(id);
  expect(cancelled).toMatchObject({ status: "CANCELLED", status_change_note: "Too early" });
  expect(cancelled.billing_info.next_billing_time).toBeUndefined();
  expect(cancelled.billing_info.last_payment).toBeDefined();
  expect(await call(`${path}/${id}/cancel`, { reason: "again" })).toMatchObject({
    status: 422,
    json: { name: "UNPROCESSABLE_ENTITY", details: [{ issue: "SUBSCRIPTION_STATUS_INVALID" }] },
  });
  expect((await eventTypes(id)).at(-1)).toBe("BILLING.SUBSCRIPTION.CANCELLED");
});

test("a subscription includes its plan only if the call asks for it", async () => {
  const { buy, call } = await payPalUnderTest();
  const id = await buy();

  expect((await call(`${path}/${id}`)).json.plan).toBeUndefined();
  expect((await call(`${path}/${id}?fields=plan`)).json.plan).toMatchObject({ name: "Monthly" });
});

test("the list has what was created after an instant, in pages", async () => {
  let now = Date.parse("2026-01-01T00:00:00Z");
  const { buy, call, subscribe } = await payPalUnderTest({ now: () => now });
  const old = await buy();
  now += 3_600_000;
  const annual = await buy({ planId: plans.annual });
  const pending = await subscribe();
  const list = async (query: string) => {
    const { json } = await call(`${path}?${query}`);
    return {
      ids: json.subscriptions.map(({ id }: { id: string }) => id),
      rels: json.links.map(({ rel }: { rel: string }) => rel),
    };
  };

  expect((await list("created_after=2026-01-01T00:30:00Z")).ids).toEqual([pending, annual]);
  expect(await list("page_size=2")).toEqual({ ids: [pending, annual], rels: ["self", "next"] });
  expect(await list("page_size=2&page=2")).toEqual({ ids: [old], rels: ["self", "prev"] });
  expect((await call(`${path}?page_size=21`)).status).toBe(400);
});
