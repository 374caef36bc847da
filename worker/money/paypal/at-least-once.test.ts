import { afterEach, expect, test, vi } from "vitest";
import { HOUR_MS } from "#domain/durations.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, rowsOf, tokenFor } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { alarmsOf, alarmUrl } from "#test/worker/outbox.ts";
import { payPal, report, startCheckout } from "#test/worker/purchases.ts";
import { reconcile } from "../subscriptions/reconcile.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";
import { parseEvent, syncEvent } from "./sync-event.ts";

afterEach(() => vi.restoreAllMocks());

/** An operator with only a webhook, whose receiver returns 500 until `wake`. */
function operator() {
  const name = crypto.randomUUID();
  const alarmWebhookUrl = alarmUrl(name);
  const ask = globalThis.fetch.bind(globalThis);
  const state = { isDown: true };
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) =>
    state.isDown && init?.method === "POST" && String(input) === alarmWebhookUrl
      ? new Response(null, { status: 500 })
      : ask(input, init),
  );
  return {
    ctx: (now = Date.now()) => {
      const ctx = contextAt(now);
      return { ...ctx, config: { ...ctx.config, operatorEmail: null, alarmWebhookUrl } };
    },
    wake: () => {
      state.isDown = false;
    },
    alarms: async () => (await alarmsOf(name)).map(({ incident }) => incident.kind),
  };
}

/** As if the Worker died before writing a row: the database rejects it until `again`. */
async function endBefore(table: string, condition: string) {
  const name = `ended_${crypto.randomUUID().replaceAll("-", "")}`;
  await rowsOf(
    `create trigger ${name} before insert on ${table} when ${condition} begin select raise(abort, 'ended'); end`,
  );
  return { again: () => rowsOf(`drop trigger ${name}`) };
}

/** An active subscription that someone created in the browser for a checkout without one. */
async function makeUnordered() {
  const requestId = crypto.randomUUID();
  await payPal.arm({ kind: "rate_limit", retryAfterSeconds: 60, operation: "subscriptions.create" });
  await startCheckout({ plan: "annual", requestId });
  const [checkout] = await rowsOf("select id from checkouts where request_id = ?", requestId);
  const planId = contextAt(Date.now()).paypal?.plans.annual ?? "";
  const made = await payPal.control({ action: "subscribe", planId, customId: String(checkout?.id) });
  const { id } = made as { id: string };
  await payPal.control({ action: "approve", id });
  return id;
}

async function chargeClosed() {
  const member = await createMember({ accessEndsAt: null, subscriptionStatus: "expired" }, { hasGrant: false });
  const { subscriptionId } = await startCheckout({ plan: "annual", token: await tokenFor(member) });
  await rowsOf("update members set deleted_at = ? where id = ?", Date.now(), member.id);
  await payPal.control({ action: "approve", id: subscriptionId });
  return { member, subscriptionId };
}

test("a subscription that wasn't ordered here raises one alert, once the alarms' webhook accepts it", async () => {
  const { ctx, wake, alarms } = operator();
  const id = await makeUnordered();
  const later = Date.now() + 2 * HOUR_MS;
  for (let times = 0; times < 2; times += 1)
    await expect(syncSubscription(ctx(later), id)).rejects.toMatchObject({ code: "unavailable" });
  expect(await alarms()).toEqual([]);
  wake();
  for (let times = 0; times < 2; times += 1)
    expect(await syncSubscription(ctx(later), id)).toMatchObject({ state: "foreign" });
  expect(await alarms()).toEqual(["payment-refused"]);
});

test("an unordered subscription's event stays open until the hourly run can alert the operator", async () => {
  const { ctx, wake, alarms } = operator();
  const id = await makeUnordered();
  const { eventId } = await report(id, "BILLING.SUBSCRIPTION.ACTIVATED");
  const stateOf = async () => (await rowsOf("select applied_at from provider_events where id = ?", eventId))[0];
  await rowsOf("update provider_events set check_at = 1 where id = ?", eventId);
  await reconcile(ctx(Date.now() + 2 * HOUR_MS));
  expect(await stateOf()).toEqual({ applied_at: null });
  wake();
  await rowsOf("update provider_events set check_at = 1 where id = ?", eventId);
  await reconcile(ctx(Date.now() + 3 * HOUR_MS));
  expect(await stateOf()).toEqual({ applied_at: expect.any(Number) });
  expect((await alarms()).filter((kind) => kind === "payment-refused")).toHaveLength(1);
});

test("with the alarms' webhook down, a closed account is refunded, and a later hourly run alerts once", async () => {
  const { ctx, wake, alarms } = operator();
  const { subscriptionId } = await chargeClosed();
  await expect(syncSubscription(ctx(), subscriptionId)).rejects.toMatchObject({ code: "unavailable" });
  expect((await payPal.subscription(subscriptionId)).payments).toMatchObject([{ refundedCents: 7999 }]);
  wake();
  for (const hours of [1, 2, 3]) await reconcile(ctx(Date.now() + hours * HOUR_MS));
  expect((await alarms()).filter((kind) => kind === "closed-account-charged")).toHaveLength(1);
  expect(await rowsOf("select check_at, difference from subscriptions where id = ?", subscriptionId)).toEqual([
    { check_at: null, difference: null },
  ]);
});

test("if a Worker dies after the refund, the next hourly run emails payer and operator, once each", async () => {
  const { ctx, wake, alarms } = operator();
  wake();
  const { subscriptionId, member } = await chargeClosed();
  const end = await endBefore("audit", `new.action = 'payment.refund' and new.subject = '${member.id}'`);
  await expect(syncSubscription(ctx(), subscriptionId)).rejects.toThrow();
  await end.again();
  for (const hours of [1, 2]) await reconcile(ctx(Date.now() + hours * HOUR_MS));
  expect((await alarms()).filter((kind) => kind === "closed-account-charged")).toHaveLength(1);
  expect(await rowsOf("select kind from transactional_mails where member_id = ?", member.id)).toEqual([
    { kind: "payment-refunded" },
  ]);
});

test("with email only, a Worker that dies before storing the alert's email leaves it to be reported", async () => {
  const id = await makeUnordered();
  const operatorEmail = uniqueEmail();
  const ctx = contextAt(Date.now() + 2 * HOUR_MS);
  const as = { ...ctx, config: { ...ctx.config, operatorEmail } };
  const end = await endBefore("transactional_mails", `new.to_address = '${operatorEmail}'`);
  await expect(syncSubscription(as, id)).rejects.toThrow();
  await end.again();
  for (let times = 0; times < 2; times += 1) await syncSubscription(as, id);
  expect(await rowsOf("select id from transactional_mails where to_address = ?", operatorEmail)).toEqual([
    { id: `unmade:${id}` },
  ]);
});

test("a reversal that wasn't reported or recorded doesn't use up one of the day's five alerts", async () => {
  const { ctx, wake, alarms } = operator();
  await rowsOf("delete from attempt_counters where key like 'strange-money:%'");
  const event = () => ({ id: `WH-${crypto.randomUUID()}`, resource: { id: crypto.randomUUID() } });
  const apply = (of: ReturnType<typeof event>) =>
    syncEvent(ctx(), parseEvent(JSON.stringify({ event_type: "PAYMENT.SALE.REVERSED", ...of })));
  const spent = async () =>
    Number((await rowsOf("select count from attempt_counters where key like 'strange-money:%'"))[0]?.count ?? 0);
  const undelivered = event();
  for (let times = 0; times < 6; times += 1)
    await expect(apply(undelivered)).rejects.toThrow("couldn't alert the operator");
  expect(await spent()).toBe(0);
  wake();
  const unwritten = event();
  const end = await endBefore("audit", `new.subject = '${unwritten.resource.id}'`);
  for (let times = 0; times < 6; times += 1) await expect(apply(unwritten)).rejects.toThrow();
  expect(await spent()).toBe(0);
  await end.again();
  const before = (await alarms()).length;
  await apply(undelivered);
  await apply(unwritten);
  for (let more = 0; more < 5; more += 1) await apply(event());
  expect([await spent(), (await alarms()).length - before]).toEqual([5, 5]);
});
