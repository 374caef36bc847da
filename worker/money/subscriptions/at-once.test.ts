import { afterEach, expect, test, vi } from "vitest";
import { rowsOf, uniqueAddress } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { buy, payPal, startCheckout } from "#test/worker/purchases.ts";
import { request } from "#test/worker/request.ts";
import { storeReading } from "./store-reading.ts";

afterEach(() => vi.restoreAllMocks());

const statusesOf = async (answers: Promise<Response>[]) => (await Promise.all(answers)).map(({ status }) => status);

function recordErrors(): string[] {
  const lines: string[] = [];
  vi.spyOn(console, "error").mockImplementation((line: string) => void lines.push(line));
  return lines;
}

/** Delivers an event as PayPal does: again after a 503, which says that other readings kept finishing first. */
async function deliver(id: string): Promise<Response> {
  const { body, headers } = await payPal.signedEvent(id);
  const response = await request("/api/paypal/webhook", {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
    address: uniqueAddress(),
  });
  return response.status === 503 ? deliver(id) : response;
}

test("ten simultaneous cancellations all succeed, and the subscription is cancelled once", async () => {
  const { subscriptionId, memberId, token } = await buy();
  const errors = recordErrors();
  const cancel = () => request("/api/user/subscription/cancel", { token: token ?? "", json: {} });
  const statuses = await statusesOf(Array.from({ length: 10 }, cancel));
  expect(statuses).toEqual(Array(10).fill(200));
  expect((await payPal.subscription(subscriptionId)).status).toBe("CANCELLED");
  const audited = "select 1 from audit where subject = ? and action = 'subscription.cancel'";
  expect(await rowsOf(audited, memberId)).toHaveLength(1);
  expect(errors.filter((line) => line.includes("unhandled"))).toEqual([]);
});

test("thirty simultaneous signed events for a new purchase are all applied, with no stack trace logged", async () => {
  const { subscriptionId } = await startCheckout();
  await payPal.control({ action: "approve", id: subscriptionId });
  for (let index = 0; index < 30; index += 1)
    await payPal.control({ action: "report", id: subscriptionId, type: "BILLING.SUBSCRIPTION.UPDATED" });
  const events = (await payPal.events(subscriptionId)).filter(({ type }) => type === "BILLING.SUBSCRIPTION.UPDATED");
  const errors = recordErrors();
  const statuses = await statusesOf(events.map(({ id }) => deliver(id)));
  expect(statuses).toEqual(Array(30).fill(200));
  expect(errors.filter((line) => line.includes("stack"))).toEqual([]);
  expect(await rowsOf("select 1 from subscriptions where id = ?", subscriptionId)).toHaveLength(1);
});

test("a sync that keeps losing races says the payment is still processing, with no stack trace", async () => {
  const { subscriptionId } = await buy();
  const ctx = contextAt(Date.now());
  const { paypal } = ctx;
  if (!paypal) throw new Error("Payment is set up.");
  const errors = recordErrors();
  // During every read, someone else stores another reading.
  const readSubscription: typeof paypal.readSubscription = async (id) => {
    await rowsOf("update subscriptions set read_at = read_at + 1 where id = ?", id);
    return paypal.readSubscription(id);
  };
  const reading = storeReading({ ...ctx, paypal: { ...paypal, readSubscription } }, subscriptionId);
  await expect(reading).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringMatching(/still processing this payment/),
  });
  expect(errors.filter((line) => line.includes("stack"))).toEqual([]);
});
