import { afterEach, expect, test, vi } from "vitest";
import { rowsOf } from "#test/worker/factories.ts";
import { contextAt, hourAt } from "#test/worker/jobs.ts";
import { accessEndOf, buy, payPal, report } from "#test/worker/purchases.ts";
import { request } from "#test/worker/request.ts";
import { syncSubscription } from "./sync-subscription.ts";

afterEach(() => vi.restoreAllMocks());

const statusOf = async (id: string) => (await payPal.subscription(id)).status;
const storedOf = (id: string) =>
  rowsOf("select status, cancelled_by as by, check_at as due, difference from subscriptions where id = ?", id);
const CLOSED = { status: "CANCELLED", by: "member", due: null, difference: null };

/** A purchase that, as far as we can tell, charges a different price than agreed. */
async function buyRepriced() {
  const bought = await buy();
  await rowsOf("update checkouts set price_cents = 1299 where id = ?", bought.checkoutId);
  const [row] = await rowsOf("select paid_until as at from subscriptions where id = ?", bought.subscriptionId);
  return { ...bought, token: bought.token ?? "", paidUntil: Number(row?.at) };
}

const cancel = (token: string) => request("/api/user/subscription/cancel", { token, json: {} });

/** Expects it to have ended here and at PayPal, with access for the paid time and one email. */
async function expectEnded({ subscriptionId, memberId, token, paidUntil }: Awaited<ReturnType<typeof buyRepriced>>) {
  expect(await statusOf(subscriptionId)).toBe("CANCELLED");
  expect(await storedOf(subscriptionId)).toEqual([CLOSED]);
  expect(await accessEndOf(memberId)).toBe(paidUntil);
  const mine = await (await request("/api/user/subscription", { token })).json();
  const accessUntil = new Date(paidUntil).toISOString();
  expect(mine).toMatchObject({ subscription: { state: "ends", isCancelPending: false, accessUntil } });
  const query = "select 1 from transactional_mails where id = ?";
  expect(await rowsOf(query, `cancelled-${subscriptionId}`)).toHaveLength(1);
  const audited = "select 1 from audit where subject = ? and action = 'subscription.cancel'";
  expect(await rowsOf(audited, memberId)).toHaveLength(1);
}

test("a member's cancellation of a subscription that PayPal repriced takes effect right away", async () => {
  const bought = await buyRepriced();
  expect((await cancel(bought.token)).status).toBe(200);
  await expectEnded(bought);
});

test("while PayPal is down, the cancellation is saved, and the hourly cron completes it", async () => {
  const bought = await buyRepriced();
  const { subscriptionId } = bought;
  await payPal.arm({ kind: "server_error", times: 3, operation: "subscriptions.cancel", about: subscriptionId });
  expect((await cancel(bought.token)).status).toBe(503);
  expect(await storedOf(subscriptionId)).toMatchObject([{ status: "ACTIVE", by: "member" }]);
  await rowsOf("update subscriptions set check_at = 1 where id = ?", subscriptionId);
  await hourAt(Date.now());
  await expectEnded(bought);
  await report(subscriptionId, "BILLING.SUBSCRIPTION.CANCELLED");
  await expectEnded(bought);
});

test("a repriced subscription that no one cancelled continues and is checked again the next day", async () => {
  const { subscriptionId } = await buyRepriced();
  await rowsOf("update subscriptions set check_at = 1 where id = ?", subscriptionId);
  const now = Date.now();
  await hourAt(now);
  expect(await statusOf(subscriptionId)).toBe("ACTIVE");
  const [stored] = await storedOf(subscriptionId);
  expect(stored).toMatchObject({ status: "ACTIVE", difference: "different price" });
  expect(Number(stored?.due)).toBeGreaterThan(now);
});

test("a closed account's subscription isn't marked as ended until PayPal has ended it", async () => {
  const { subscriptionId, memberId } = await buy();
  await rowsOf("update members set deleted_at = 1 where id = ?", memberId);
  const ask = globalThis.fetch.bind(globalThis);
  const refusal = { name: "UNPROCESSABLE_ENTITY", details: [{ issue: "SUBSCRIPTION_STATUS_INVALID" }] };
  const spy = vi
    .spyOn(globalThis, "fetch")
    .mockImplementation((input, init) =>
      String(input).endsWith(`/${subscriptionId}/cancel`)
        ? Promise.resolve(Response.json(refusal, { status: 422 }))
        : ask(input, init),
    );
  const read = () => syncSubscription(contextAt(Date.now()), subscriptionId);
  await expect(read()).rejects.toMatchObject({ isAway: true });
  expect(await storedOf(subscriptionId)).toMatchObject([{ status: "ACTIVE" }]);
  spy.mockRestore();
  await read();
  expect(await storedOf(subscriptionId)).toMatchObject([{ status: "CANCELLED", by: "account_closed" }]);
});
