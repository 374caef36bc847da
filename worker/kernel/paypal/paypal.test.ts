import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Env, readConfig } from "../env.ts";
import { createPayPal } from "./paypal.ts";
import { PayPalError } from "./paypal-error.ts";

const SECRET = "a-secret-nobody-sees";
const SUBSCRIPTION = {
  id: "I-1",
  status: "ACTIVE",
  plan_id: "P-1",
  start_time: "2026-01-01T00:00:00Z",
  billing_info: {
    failed_payments_count: 0,
    last_payment: { amount: { currency_code: "USD", value: "9.99" }, time: "2026-01-01T00:00:00Z" },
  },
};

type Sent = { path: string; method: string; headers: Headers; body: string };
let sent: Sent[];
let answers: (() => Response | Promise<Response>)[];

/** A client for a separate account, so that no other test's token is reused. */
function client(now = 0) {
  const variables = {
    PAYPAL_CLIENT_ID: crypto.randomUUID(),
    PAYPAL_CLIENT_SECRET: SECRET,
    PAYPAL_BASE_URL: "https://paypal.test",
    PAYPAL_WEBHOOK_ID: "WH-1",
    PAYPAL_PLAN_MONTHLY: "P-1",
    PAYPAL_PLAN_ANNUAL: "P-2",
  };
  const paypal = createPayPal(readConfig({ ...env, ...variables } as unknown as Env), now);
  if (!paypal) throw new Error("Payment is set up.");
  return paypal;
}

const json =
  (body: unknown, status = 200, headers = {}) =>
  () =>
    Response.json(body, { status, headers });

beforeEach(() => {
  sent = [];
  answers = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input as string, init as RequestInit);
    const { pathname, search } = new URL(request.url);
    if (pathname !== "/v1/oauth2/token") {
      sent.push({
        path: pathname + search,
        method: request.method,
        headers: request.headers,
        body: await request.text(),
      });
      return (answers.shift() ?? json({}, 500))();
    }
    sent.push({ path: "token", method: request.method, headers: request.headers, body: await request.text() });
    return Response.json({ access_token: `token ${sent.length}`, expires_in: 31_668 });
  });
});
afterEach(() => vi.restoreAllMocks());

const paths = () => sent.map(({ path }) => path);

async function errorOf(work: Promise<unknown>): Promise<PayPalError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof PayPalError)) throw new Error(`No PayPalError: ${error}`);
  return error;
}

test("amounts are read as cents and times as instants, and the token is kept for the next call", async () => {
  const paypal = client();
  answers = [json(SUBSCRIPTION), json({}, 404)];
  expect(await paypal.readSubscription("I-1")).toMatchObject({
    start_time: Date.UTC(2026, 0, 1),
    billing_info: { last_payment: { amount: { currency: "USD", cents: 999 } } },
  });
  expect(await paypal.readSubscription("I-2")).toBeNull();
  expect(paths()).toEqual([
    "token",
    "/v1/billing/subscriptions/I-1?fields=last_failed_payment,plan",
    "/v1/billing/subscriptions/I-2?fields=last_failed_payment,plan",
  ]);
});

test.for([
  ["429", () => json({}, 429, { "retry-after": "0" })()],
  ["500", () => json({ name: "INTERNAL_SERVER_ERROR" }, 500)()],
  ["a broken connection", () => Promise.reject(new TypeError("Network connection lost."))],
] as const)("a call is retried after %s and succeeds", async ([, trouble]) => {
  answers = [trouble, json(SUBSCRIPTION)];
  expect(await client().readSubscription("I-1")).toMatchObject({ id: "I-1" });
});

test.for([
  ["500 again and again", [500, 500, 500].map((status) => json({}, status))],
  ["429 that asks for more patience than there is", [json({}, 429, { "retry-after": "60" })]],
  ["a page in HTML", [() => new Response("<html>Sorry</html>", { headers: { "content-type": "text/html" } })]],
  ["an unknown status", [json({ ...SUBSCRIPTION, status: "PAUSED" })]],
  ["an amount that is none", [json({ ...SUBSCRIPTION, start_time: "soon" })]],
] as const)("%s becomes a readable error that contains no secret", async ([, given]) => {
  const logged = vi.spyOn(console, "warn").mockReturnValue(undefined);
  answers = [...given];
  const error = await errorOf(client().readSubscription("I-1"));
  expect(error).toMatchObject({ isAway: true, code: "unavailable", message: /PayPal isn't responding/ });
  expect(sent).toHaveLength(given.length + 1);
  expect(JSON.stringify([error, ...logged.mock.calls])).not.toMatch(/token \d|nobody-sees/);
});

test("a token revoked by PayPal is replaced only once", async () => {
  answers = [json({}, 401), json(SUBSCRIPTION)];
  expect(await client().readSubscription("I-1")).toMatchObject({ id: "I-1" });
  expect(paths().filter((path) => path === "token")).toHaveLength(2);
});

test("cancelling returns the subscription's status, even if already ended, and throws on any other refusal", async () => {
  const paypal = client();
  const refusal = (issue: string) => json({ name: "UNPROCESSABLE_ENTITY", details: [{ issue }] }, 422);
  const done = () => new Response(null, { status: 204 });
  const wrongStatus = refusal("SUBSCRIPTION_STATUS_INVALID");
  const at = (status: string) => json({ ...SUBSCRIPTION, status });
  answers = [done, wrongStatus, at("EXPIRED"), wrongStatus, at("APPROVAL_PENDING"), wrongStatus, json({}, 404)];
  expect(await paypal.cancelSubscription("I-1", "x".repeat(200))).toBe("CANCELLED");
  for (const status of ["EXPIRED", "APPROVAL_PENDING", null])
    expect(await paypal.cancelSubscription("I-1", "Again")).toBe(status);
  answers = [json({}, 404), refusal("SOMETHING_ELSE")];
  expect(await paypal.cancelSubscription("I-1", "Again")).toBeNull();
  expect(await errorOf(paypal.cancelSubscription("I-1", "Again"))).toMatchObject({
    isAway: false,
    issue: "SOMETHING_ELSE",
  });
  expect(JSON.parse(sent[1]?.body ?? "")).toEqual({ reason: "x".repeat(128) });
});

test("creating and refunding send a request ID, so a repeated call takes effect once", async () => {
  const paypal = client();
  answers = [json({}, 503), json({ id: "I-9", status: "APPROVAL_PENDING" }, 201), json({ id: "R-1", status: "OK" })];
  const startsAt = Date.UTC(2026, 4, 1);
  await paypal.createSubscription({ planId: "P-1", customId: "c", startsAt, requestId: "the request" });
  await paypal.refund("S-1", "the refund");
  expect(sent.slice(1).map(({ headers }) => headers.get("paypal-request-id"))).toEqual([
    "the request",
    "the request",
    "the refund",
  ]);
  expect(JSON.parse(sent[1]?.body ?? "")).toMatchObject({
    plan_id: "P-1",
    custom_id: "c",
    start_time: "2026-05-01T00:00:00Z",
    application_context: { shipping_preference: "NO_SHIPPING", user_action: "SUBSCRIBE_NOW" },
  });
});

test("a webhook's body is sent back to PayPal for verification byte for byte", async () => {
  const body = '{ "id" : "WH-9",\n "amount":1.50, "text":"\\u00e9" }';
  const signature = {
    auth_algo: "SHA256withRSA",
    cert_url: "https://api.paypal.com/cert",
    transmission_id: "t",
    transmission_sig: "s",
    transmission_time: "2026-01-01T00:00:00Z",
  };
  answers = [json({ verification_status: "SUCCESS" }), json({ verification_status: "FAILURE" })];
  const paypal = client();
  expect(await paypal.verifyWebhook(signature, body)).toBe(true);
  expect(await paypal.verifyWebhook(signature, body)).toBe(false);
  expect(sent[1]?.body).toContain(`"webhook_event":${body}}`);
  expect(JSON.parse(sent[1]?.body ?? "")).toMatchObject({ webhook_id: "WH-1", ...signature });
});
