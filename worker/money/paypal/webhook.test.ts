import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { DAY_MS } from "#domain/durations.ts";
import { dayAhead, uniqueEmail } from "#test/support/fixtures.ts";
import { rowsOf, uniqueAddress } from "#test/worker/factories.ts";
import { findText } from "#test/worker/find-text.ts";
import { buyGift } from "#test/worker/gifts.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { alarmsOf, alarmUrl } from "#test/worker/outbox.ts";
import { accessEndOf, buy, payPal, report, startCheckout } from "#test/worker/purchases.ts";
import { request } from "#test/worker/request.ts";
import type { Ctx } from "../../kernel/context.ts";
import { readConfig } from "../../kernel/env.ts";
import { networkHash } from "../../kernel/hashing.ts";
import { networkOf } from "../../kernel/network.ts";
import { parseEvent, syncEvent } from "./sync-event.ts";
import { takeWebhook } from "./take-webhook.ts";

const eventRow = async (id: string) => (await rowsOf("select * from provider_events where id = ?", id))[0];
const send = (body: string, headers: Record<string, string>) =>
  request("/api/paypal/webhook", {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
    address: uniqueAddress(),
  });

test("an event is applied once, however often and in whatever order it arrives", async () => {
  const { subscriptionId, memberId } = await buy();
  const end = await accessEndOf(memberId);
  const { eventId } = await report(subscriptionId, "PAYMENT.SALE.COMPLETED");
  const first = await eventRow(eventId);
  expect(first).toMatchObject({ outcome: "applied", subject: subscriptionId });
  for (const type of ["BILLING.SUBSCRIPTION.CREATED", "PAYMENT.SALE.COMPLETED", "BILLING.SUBSCRIPTION.ACTIVATED"])
    expect((await report(subscriptionId, type)).status).toBe(200);
  expect(await eventRow(eventId)).toEqual(first);
  expect(await accessEndOf(memberId)).toBe(end);
  expect(await rowsOf("select kind from transactional_mails where member_id = ?", memberId)).toHaveLength(2);
});

test("a wrong signature is refused and audited, and has no effect", async () => {
  const { subscriptionId } = await buy();
  const [event] = await payPal.events(subscriptionId);
  const { body, headers } = await payPal.signedEvent(event?.id ?? "");
  const forged = body.replace(event?.id ?? "", `WH-FORGED-${crypto.randomUUID()}`);
  const answer = await send(forged, headers);
  expect(answer.status).toBe(400);
  expect(await rowsOf("select * from provider_events where id like 'WH-FORGED-%'")).toEqual([]);
  expect(await rowsOf("select * from audit where action = 'webhook.refused'")).not.toEqual([]);
  expect((await send("{}", headers)).status).toBe(400);
  expect((await send(body, {})).status).toBe(400);
});

test("refused senders are logged by a keyed hash, and neither log nor database has their network address", async () => {
  const lines: string[] = [];
  for (const level of ["info", "warn", "error"] as const)
    vi.spyOn(console, level).mockImplementation((line: string) => void lines.push(line));
  const { subscriptionId } = await buy();
  const [event] = await payPal.events(subscriptionId);
  const { body, headers } = await payPal.signedEvent(event?.id ?? "");
  const forged = body.replace(event?.id ?? "", `WH-FORGED-${crypto.randomUUID()}`);
  for (const address of [uniqueAddress(), "198.51.100.77"]) {
    const options = { body: forged, headers: { "content-type": "application/json", ...headers }, address };
    expect((await request("/api/paypal/webhook", { method: "POST", ...options })).status).toBe(400);
    const network = networkOf(address);
    const from = networkHash(readConfig(env), network);
    expect(lines.filter((line) => line.includes("webhook_refused") && line.includes(from))).toHaveLength(1);
    expect(await rowsOf("select actor from audit where subject = ?", from)).toEqual([{ actor: "paypal" }]);
    // An address starts with its network.
    const start = network.replace(/::$/, "");
    expect(lines.filter((line) => line.includes(start))).toEqual([]);
    expect(await findText(start)).toEqual([]);
  }
  vi.restoreAllMocks();
});

test("a malformed signature is refused like a wrong one", async () => {
  const { subscriptionId } = await buy();
  const [event] = await payPal.events(subscriptionId);
  const { body, headers } = await payPal.signedEvent(event?.id ?? "");
  for (const signature of ["-starts-with-a-dash", "12345"])
    expect((await send(body, { ...headers, "paypal-transmission-sig": signature })).status).toBe(400);
});

test("an event of an unknown kind is acknowledged", async () => {
  const { subscriptionId } = await buy();
  await payPal.control({ action: "report", id: subscriptionId, type: "BILLING.PLAN.UPDATED" });
  const { status, eventId } = await report(subscriptionId, "BILLING.PLAN.UPDATED");
  expect([status, (await eventRow(eventId))?.outcome]).toEqual([200, "unknown"]);
});

test.for([
  ["nothing as its resource", "BILLING.PLAN.UPDATED", null, "unknown"],
  ["a list as its resource", "PAYMENT.SALE.COMPLETED", [], "of no subscription"],
  [
    "numbers and nulls",
    "PAYMENT.SALE.PENDING",
    { id: 7, billing_agreement_id: null, amount: null },
    "of no subscription",
  ],
  ["another shape of amount", "PAYMENT.SALE.REFUNDED", { sale_id: "S-NONE", amount: "9.99" }, "of no payment of ours"],
  ["parts that are none", "CHECKOUT.ORDER.APPROVED", { links: [null], supplementary_data: "none" }, "unknown order"],
] as const)("a signed event with %s is stored and acknowledged", async ([, type, resource, outcome]) => {
  const ctx = contextAt(Date.now());
  if (!ctx.paypal) throw new Error("Payment is set up.");
  // The sandbox signs only its own events.
  const asSigned = { ...ctx, paypal: { ...ctx.paypal, verifyWebhook: async () => true } };
  const id = `WH-${crypto.randomUUID()}`;
  const body = JSON.stringify({ id, event_type: type, create_time: null, resource });
  const parts = ["auth_algo", "cert_url", "transmission_id", "transmission_sig", "transmission_time"] as const;
  const signature = Object.fromEntries(parts.map((part) => [part, ""])) as Record<(typeof parts)[number], string>;
  await takeWebhook(asSigned, { signature, body, network: uniqueAddress() });
  expect(await eventRow(id)).toMatchObject({ type, outcome, applied_at: ctx.now });
});

test("a refund event readable only by its subscription syncs that subscription", async () => {
  const { subscriptionId, memberId } = await buy();
  await payPal.control({ action: "refund", id: subscriptionId });
  const [sale] = await rowsOf("select id from payments where subscription_id = ?", subscriptionId);
  const resource = { id: 7, sale_id: sale?.id, billing_agreement_id: subscriptionId, amount: { total: 9.99 } };
  const event = { id: crypto.randomUUID(), event_type: "PAYMENT.SALE.REFUNDED", create_time: 1, resource };
  await syncEvent(contextAt(Date.now()), parseEvent(JSON.stringify(event)));
  expect(await accessEndOf(memberId)).toBeLessThanOrEqual(Date.now());
});

test("an event that can't be applied while PayPal is down stays open and is applied when resent", async () => {
  const started = await startCheckout();
  await payPal.control({ action: "approve", id: started.subscriptionId });
  await payPal.arm({ kind: "server_error", times: 3, operation: "subscriptions.get", about: started.subscriptionId });
  const refused = await report(started.subscriptionId, "BILLING.SUBSCRIPTION.ACTIVATED");
  expect(refused.status).toBe(503);
  expect(await eventRow(refused.eventId)).toMatchObject({ applied_at: null, outcome: expect.stringMatching(/PayPal/) });
  expect((await report(started.subscriptionId, "BILLING.SUBSCRIPTION.ACTIVATED")).status).toBe(200);
  expect((await eventRow(refused.eventId))?.applied_at).not.toBeNull();
  expect(await rowsOf("select id from subscriptions where id = ?", started.subscriptionId)).toHaveLength(1);
});

test.for([
  ["of a checkout that is not ours", "update checkouts set id = ? || '-other' where id = ?"],
  ["of another price", "update checkouts set price_cents = 500, email = email || coalesce(?, '') where id = ?"],
  ["in another currency", "update checkouts set currency = 'EUR', email = email || coalesce(?, '') where id = ?"],
  ["of another plan", "update checkouts set plan = 'annual', email = email || coalesce(?, '') where id = ?"],
  ["under another subscription's checkout", "update checkouts set subscription_id = 'I-' || ? where id = ?"],
] as const)("a subscription %s grants nothing and is audited", async ([, change]) => {
  const started = await startCheckout();
  const value = change.includes("coalesce") ? null : started.checkoutId;
  await env.DB.prepare(change).bind(value, started.checkoutId).run();
  await payPal.control({ action: "approve", id: started.subscriptionId });
  const { status, eventId } = await report(started.subscriptionId, "BILLING.SUBSCRIPTION.ACTIVATED");
  expect([status, (await eventRow(eventId))?.outcome]).toEqual([200, expect.stringMatching(/^refused/)]);
  expect(await rowsOf("select id from subscriptions where id = ?", started.subscriptionId)).toEqual([]);
  expect(await rowsOf("select id from members where email = ?", started.email)).toEqual([]);
  const audits = await rowsOf("select action from audit where subject = ?", started.subscriptionId);
  expect(audits).toEqual([{ action: "payment.refused" }]);
});

test("a refund or reversal at PayPal ends access and the subscription there", async () => {
  for (const [action, type, reason] of [
    ["refund", "PAYMENT.SALE.REFUNDED", "refunded"],
    ["reverse", "PAYMENT.SALE.REVERSED", "reversed"],
  ] as const) {
    const { subscriptionId, memberId } = await buy();
    await payPal.control({ action, id: subscriptionId });
    expect((await report(subscriptionId, type)).status).toBe(200);
    expect(await accessEndOf(memberId)).toBeLessThanOrEqual(Date.now());
    expect(await rowsOf("select end_reason from access_grants where source_id = ?", subscriptionId)).toEqual([
      { end_reason: reason },
    ]);
    expect((await payPal.subscription(subscriptionId)).status).toBe("CANCELLED");
    expect((await rowsOf("select state from payments where member_id = ?", memberId))[0]?.state).toBe(reason);
    expect(await refundsReported(memberId)).toEqual(reason === "refunded" ? ["$9.99"] : []);
  }
});

/** Refunds that emails reported to a member. */
const refundsReported = async (memberId: string) =>
  (
    await rowsOf(
      "select parameters ->> 'amountText' as text from transactional_mails where member_id = ? and kind = 'payment-refunded' order by created_at, id",
      memberId,
    )
  ).map(({ text }) => text);

test("a partial refund changes no access, is shown, and is announced once", async () => {
  const { subscriptionId, memberId } = await buy();
  const end = await accessEndOf(memberId);
  await payPal.control({ action: "refund", id: subscriptionId, cents: 300 });
  await report(subscriptionId, "PAYMENT.SALE.REFUNDED");
  expect(await accessEndOf(memberId)).toBe(end);
  expect(await rowsOf("select state, refunded_cents from payments where member_id = ?", memberId)).toEqual([
    { state: "partially_refunded", refunded_cents: 300 },
  ]);
  await payPal.control({ action: "refund", id: subscriptionId, cents: 250 });
  await report(subscriptionId, "PAYMENT.SALE.REFUNDED");
  await report(subscriptionId, "PAYMENT.SALE.REFUNDED");
  expect(await refundsReported(memberId)).toEqual(["$3.00", "$2.50"]);
});

test("a failed charge keeps access through the grace period, and a later payment restores everything", async () => {
  const { subscriptionId, memberId } = await buy();
  const next = Number((await payPal.subscription(subscriptionId)).nextBillingTime);
  await payPal.control({ action: "failNext", id: subscriptionId });
  await payPal.control({ action: "advance", id: subscriptionId, to: next + 1000 });
  await report(subscriptionId, "BILLING.SUBSCRIPTION.PAYMENT.FAILED", { now: next + 1000 });
  const [failed] = await rowsOf("select failed_at, failed_payments from subscriptions where id = ?", subscriptionId);
  expect(failed).toMatchObject({ failed_payments: 1 });
  expect(await accessEndOf(memberId)).toBe(Number(failed?.failed_at) + 11 * DAY_MS);
  const failures = await rowsOf(
    "select kind from transactional_mails where member_id = ? and kind like 'payment-failed%'",
    memberId,
  );
  expect(failures).toHaveLength(3);
  await payPal.control({ action: "recover", id: subscriptionId });
  await report(subscriptionId, "PAYMENT.SALE.COMPLETED", { now: next + 2000 });
  const [paid] = await rowsOf("select failed_at, next_billing_at from subscriptions where id = ?", subscriptionId);
  expect(paid?.failed_at).toBeNull();
  expect(await accessEndOf(memberId)).toBe(Number(paid?.next_billing_at) + 11 * DAY_MS);
  expect(
    await rowsOf("select 1 from transactional_mails where member_id = ? and kind = 'payment-recovered'", memberId),
  ).toHaveLength(1);
});

test("a dispute over several payments is under each member, alerts the operator once, and reads each subscription", async () => {
  const [one, other] = [await buy(), await buy()];
  const ctx = contextAt(Date.now());
  const operatorEmail = uniqueEmail();
  const idsOf = ({ memberId }: { memberId: string }) => rowsOf("select id from payments where member_id = ?", memberId);
  const sales = [{ id: "FOREIGN" }, ...(await idsOf(one)), ...(await idsOf(other))];
  const dispute = crypto.randomUUID();
  const reportEvent = (type: string) => {
    const disputed_transactions = sales.map(({ id }) => ({ seller_transaction_id: id }));
    const resource = { dispute_id: dispute, disputed_transactions };
    const event = { id: crypto.randomUUID(), event_type: `CUSTOMER.DISPUTE.${type}`, resource };
    return syncEvent({ ...ctx, config: { ...ctx.config, operatorEmail } }, parseEvent(JSON.stringify(event)));
  };
  expect(await reportEvent("CREATED")).toBe("dispute; applied; applied");
  await reportEvent("CREATED");
  const audited = await rowsOf(
    "select subject from audit where action = 'payment.dispute' and details ->> 'disputeId' = ? order by id",
    dispute,
  );
  expect(audited).toEqual([{ subject: one.memberId }, { subject: other.memberId }]);
  const mails = await rowsOf(
    "select parameters ->> 'detail' as detail from transactional_mails where to_address = ?",
    operatorEmail,
  );
  expect(mails).toEqual([{ detail: expect.stringMatching(`member ${one.memberId}.* and .*member ${other.memberId}`) }]);
});

test("the operator gets one email per dispute, naming the member or gift, and none for a resolved one", async () => {
  const operatorEmail = uniqueEmail();
  const ctx = contextAt(Date.now());
  const as = { ...ctx, config: { ...ctx.config, operatorEmail } };
  const { subscriptionId, memberId } = await buy();
  const gift = await buyGift();
  const paymentIn = async (column: string, id: string) =>
    String((await rowsOf(`select id from payments where ${column} = ?`, id))[0]?.id);
  const reportEvents = async (disputeId: string, type: string, paymentId: string) => {
    const resource = { dispute_id: disputeId, disputed_transactions: [{ seller_transaction_id: paymentId }] };
    const event = { id: crypto.randomUUID(), event_type: `CUSTOMER.DISPUTE.${type}`, resource };
    await syncEvent(as, parseEvent(JSON.stringify(event)));
  };
  const [dispute, ofGift, over] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const sale = await paymentIn("subscription_id", subscriptionId);
  await reportEvents(dispute, "CREATED", sale);
  await reportEvents(dispute, "UPDATED", sale);
  await reportEvents(ofGift, "CREATED", await paymentIn("gift_id", gift.id));
  await reportEvents(over, "RESOLVED", sale);
  const mails = await rowsOf(
    "select parameters ->> 'detail' as detail, parameters ->> 'path' as path from transactional_mails where to_address = ? order by id = ?",
    operatorEmail,
    `dispute:${ofGift}`,
  );
  expect(mails.map(({ detail }) => detail)).toEqual([
    expect.stringContaining(`member ${memberId}`),
    expect.stringContaining(`gift ${gift.id}`),
  ]);
  expect(mails.map(({ path }) => path)).toEqual([`/admin?tab=members&member=${memberId}`, "/admin?tab=paypal"]);
  expect(await rowsOf("select 1 from audit where action = 'payment.dispute' and subject = ?", gift.id)).toHaveLength(1);
});

test("without an operator address, or while email is in trouble, a dispute goes to the alarms' webhook once", async () => {
  const { subscriptionId } = await buy();
  const [sale] = await rowsOf("select id from payments where subscription_id = ?", subscriptionId);
  const reportEvents = async (disputeId: string, type: string, config: Partial<Ctx["config"]>) => {
    const ctx = contextAt(Date.now());
    const resource = { dispute_id: disputeId, disputed_transactions: [{ seller_transaction_id: sale?.id }] };
    const event = { id: crypto.randomUUID(), event_type: `CUSTOMER.DISPUTE.${type}`, resource };
    await syncEvent({ ...ctx, config: { ...ctx.config, ...config } }, parseEvent(JSON.stringify(event)));
  };
  await rowsOf("delete from incidents");
  const name = crypto.randomUUID();
  const alone = { alarmWebhookUrl: alarmUrl(name), operatorEmail: null };
  const both = { ...alone, operatorEmail: uniqueEmail() };
  const texts = async () => (await alarmsOf(name)).map(({ text }) => text).reverse();
  const [first, second, third] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  for (const type of ["CREATED", "UPDATED", "RESOLVED"]) await reportEvents(first, type, alone);
  const textOf = (id: string) =>
    expect.stringMatching(new RegExp(`^Daybolt alarm: A payment is disputed\\. .*\\(${id}\\) over .*\\. Respond in`));
  expect(await texts()).toEqual([textOf(first)]);
  await reportEvents(second, "CREATED", both);
  expect(await texts()).toHaveLength(1);
  await rowsOf("insert into incidents (id, kind, detail, begun_at) values (?, 'sending-paused', '', 1)", second);
  await reportEvents(third, "CREATED", both);
  await rowsOf("delete from incidents");
  expect(await texts()).toEqual([textOf(first), textOf(third)]);
});

test("a dispute that the alarms' webhook rejects stays open, is noted once, and is reported once on retry", async () => {
  const { subscriptionId, memberId } = await buy();
  const [sale] = await rowsOf("select id from payments where subscription_id = ?", subscriptionId);
  const [name, dispute] = [crypto.randomUUID(), crypto.randomUUID()];
  const reportEvents = (type: string, alarmWebhookUrl: string) => {
    const ctx = contextAt(Date.now());
    const resource = { dispute_id: dispute, disputed_transactions: [{ seller_transaction_id: sale?.id }] };
    const event = { id: crypto.randomUUID(), event_type: `CUSTOMER.DISPUTE.${type}`, resource };
    const as = { ...ctx, config: { ...ctx.config, operatorEmail: null, alarmWebhookUrl } };
    return syncEvent(as, parseEvent(JSON.stringify(event)));
  };
  const nowhere = alarmUrl(name).replace("/alarms/", "/nowhere/");
  const noted = () =>
    rowsOf("select details ->> 'told' as told from audit where action = 'payment.dispute' and subject = ?", memberId);
  for (let tries = 0; tries < 2; tries += 1)
    await expect(reportEvents("CREATED", nowhere)).rejects.toThrow("couldn't alert the operator");
  expect(await noted()).toEqual([{ told: "no" }]);
  await reportEvents("CREATED", alarmUrl(name));
  await reportEvents("UPDATED", alarmUrl(name));
  expect((await alarmsOf(name)).map(({ text }) => text)).toEqual([expect.stringContaining(dispute)]);
  expect(await noted()).toEqual([{ told: "no" }, { told: null }, { told: null }]);
});

test("PayPal's events about a gift's order mark it as paid, and a refund event ends it", async () => {
  const json = {
    requestId: crypto.randomUUID(),
    plan: "monthly",
    giverName: "Gil",
    giverEmail: uniqueEmail(),
    recipientName: "Rea",
    recipientEmail: uniqueEmail(),
    message: "",
    deliverOn: dayAhead(3),
    timezone: "America/Chicago",
    consent: true,
  };
  const ordered = await request("/api/gifts", { json, address: uniqueAddress() });
  const { giftId, orderId } = await ordered.json<{ giftId: string; orderId: string }>();
  await payPal.control({ action: "approve", id: orderId });
  expect((await report(orderId, "CHECKOUT.ORDER.APPROVED")).status).toBe(200);
  const gift = async () => (await rowsOf("select paid_at, refunded_at from gifts where id = ?", giftId))[0];
  expect(await gift()).toEqual({ paid_at: expect.any(Number), refunded_at: null });
  await payPal.control({ action: "refund", id: orderId });
  expect((await report(orderId, "PAYMENT.CAPTURE.REFUNDED")).status).toBe(200);
  expect((await gift())?.refunded_at).not.toBeNull();
});

test("the administrator can replay an event by its ID while its body is kept", async () => {
  const { subscriptionId, memberId } = await buy();
  const { eventId } = await report(subscriptionId, "PAYMENT.SALE.COMPLETED");
  await rowsOf("update access_grants set until = 1 where source_id = ?", subscriptionId);
  const replay = (id: string) => request(`/api/paypal/events/${id}/replay`, { admin: true, json: {} });
  const replayed = await replay(eventId);
  expect(await replayed.json()).toEqual({ message: "PAYMENT.SALE.COMPLETED: applied" });
  expect(await accessEndOf(memberId)).toBeGreaterThan(Date.now());
  expect(await rowsOf("select actor from audit where action = 'webhook.replay' and subject = ?", eventId)).toEqual([
    { actor: "admin" },
  ]);
  await rowsOf("update provider_events set body = null where id = ?", eventId);
  expect((await replay(eventId)).status).toBe(404);
  const unknown = await replay("WH-NONE");
  expect([unknown.status, await unknown.json()]).toMatchObject([404, { error: "Event WH-NONE not found" }]);
});
