import { afterEach, expect, test, vi } from "vitest";
import { rowsOf } from "#test/worker/factories.ts";
import { contextAt, hourAt } from "#test/worker/jobs.ts";
import { accessEndOf, buy, payPal, tell } from "#test/worker/purchases.ts";
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

test("a member cancels what PayPal has repriced, and it is over at once", async () => {
  const bought = await buyRepriced();
  expect((await cancel(bought.token)).status).toBe(200);
  await expectEnded(bought);
});

test("the wish is kept while PayPal is away, and the hourly cron fulfils it", async () => {
  const bought = await buyRepriced();
  const { subscriptionId } = bought;
  await payPal.arm({ kind: "server_error", times: 3, operation: "subscriptions.cancel", about: subscriptionId });
  expect((await cancel(bought.token)).status).toBe(503);
  expect(await storedOf(subscriptionId)).toMatchObject([{ status: "ACTIVE", by: "member" }]);
  await rowsOf("update subscriptions set check_at = 1 where id = ?", subscriptionId);
  await hourAt(Date.now());
  await expectEnded(bought);
  await tell(subscriptionId, "BILLING.SUBSCRIPTION.CANCELLED");
  await expectEnded(bought);
});

test("what nobody asked to end goes on, and is looked at again the next day", async () => {
  const { subscriptionId } = await buyRepriced();
  await rowsOf("update subscriptions set check_at = 1 where id = ?", subscriptionId);
  const now = Date.now();
  await hourAt(now);
  expect(await statusOf(subscriptionId)).toBe("ACTIVE");
  const [stored] = await storedOf(subscriptionId);
  expect(stored).toMatchObject({ status: "ACTIVE", difference: "different price" });
  expect(Number(stored?.due)).toBeGreaterThan(now);
});

test("a closed account's subscription that PayPal has not ended is not taken for ended", async () => {
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
