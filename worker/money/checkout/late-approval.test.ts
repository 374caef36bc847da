import { expect, test } from "vitest";
import type { MemberPayments } from "#domain/contract/money/subscriptions.ts";
import { DAY_MS } from "#domain/durations.ts";
import { db, rowsOf } from "#test/worker/factories.ts";
import { buy, payPal, report, startCheckout } from "#test/worker/purchases.ts";
import { request } from "#test/worker/request.ts";
import { selectMoneyCounts, selectMoneyTroubles } from "../../health/overview/overview.queries.ts";

const doublesOnOverview = async (now: number) =>
  (await selectMoneyCounts(db, { now, since: 0 }))[0]?.doubleSubscriptions ?? 0;

async function paymentsOf(memberId: string, now: number): Promise<MemberPayments> {
  return (await request(`/api/admin/members/${memberId}/payments`, { admin: true, now })).json<MemberPayments>();
}

/** A plan change approved some time after the old plan's next charge. */
async function changeLate({ renews }: { renews: boolean }) {
  const old = await buy();
  const changed = await startCheckout({ plan: "annual", token: old.token ?? "" });
  const { nextBillingTime } = await payPal.subscription(old.subscriptionId);
  const at = (nextBillingTime ?? 0) + (renews ? 3 * DAY_MS : -3 * DAY_MS);
  await payPal.control({ action: "advance", id: old.subscriptionId, to: at });
  await payPal.control({ action: "setClock", id: changed.subscriptionId, at });
  await payPal.control({ action: "approve", id: changed.subscriptionId });
  const doubles = await doublesOnOverview(at);
  const activate = () => report(changed.subscriptionId, "BILLING.SUBSCRIPTION.ACTIVATED", { now: at });
  expect((await activate()).status).toBe(200);
  return { memberId: old.memberId, old: old.subscriptionId, id: changed.subscriptionId, at, doubles };
}

const auditsOf = (memberId: string) =>
  rowsOf("select details from audit where subject = ? and action = 'subscription.double'", memberId);

test("a plan approved after the old one renewed is flagged once as paid twice, until either is refunded", async () => {
  const { memberId, old, id, at, doubles } = await changeLate({ renews: true });
  const change = `charged for time ${old} has already paid for`;
  expect(await auditsOf(memberId)).toEqual([{ details: JSON.stringify({ subscriptionId: id, change }) }]);
  const { subscriptions, payments } = await paymentsOf(memberId, at);
  expect(subscriptions.map((one) => [one.id, one.status, one.isDouble])).toEqual([
    [id, "ACTIVE", true],
    [old, "CANCELLED", true],
  ]);
  expect(await doublesOnOverview(at)).toBe(doubles + 1);
  const named = await selectMoneyTroubles(db, 1000).doubles;
  expect(named.map((member) => member.id)).toContain(memberId);
  const again = `/api/admin/members/${memberId}/subscriptions/${id}/heal`;
  expect((await request(again, { admin: true, json: {}, now: at })).status).toBe(200);
  expect(await auditsOf(memberId)).toHaveLength(1);

  const renewal = payments.find(({ subscriptionId }) => subscriptionId === old);
  const json = { requestId: crypto.randomUUID(), reason: "Approved after the renewal" };
  const refunded = await request(`/api/admin/payments/${renewal?.id}/refund`, { admin: true, json, now: at });
  expect(refunded.status).toBe(200);
  const after = await paymentsOf(memberId, at);
  expect(after.subscriptions.map(({ status, isDouble }) => [status, isDouble])).toEqual([
    ["ACTIVE", false],
    ["CANCELLED", false],
  ]);
  expect(await doublesOnOverview(at)).toBe(doubles);
});

test("a plan approved in time isn't shown as paid twice", async () => {
  const { memberId, at, doubles } = await changeLate({ renews: false });
  expect(await auditsOf(memberId)).toEqual([]);
  expect((await paymentsOf(memberId, at)).subscriptions.map(({ isDouble }) => isDouble)).toEqual([false, false]);
  expect(await doublesOnOverview(at)).toBe(doubles);
});
