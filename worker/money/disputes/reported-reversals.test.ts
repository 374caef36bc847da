import { expect, test } from "vitest";
import { DAY_MS } from "#domain/durations.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { rowsOf } from "#test/worker/factories.ts";
import { buyGift, giftRow } from "#test/worker/gifts.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { accessEndOf, buy, payPal, report } from "#test/worker/purchases.ts";
import { parseEvent, syncEvent } from "../paypal/sync-event.ts";

const paymentOf = async (column: string, id: string) =>
  (await rowsOf(`select * from payments where ${column} = ?`, id))[0];
const outcomeOf = async (eventId: string) =>
  (await rowsOf("select outcome from provider_events where id = ?", eventId))[0]?.outcome;

test("a reversal that PayPal links to its sale only through a refund ends payment and access", async () => {
  const { subscriptionId, memberId } = await buy();
  await payPal.control({ action: "reverse", id: subscriptionId, isAsPublished: true });
  const { eventId, status } = await report(subscriptionId, "PAYMENT.SALE.REVERSED");
  expect([status, await outcomeOf(eventId)]).toEqual([200, "applied"]);
  expect((await paymentOf("subscription_id", subscriptionId))?.state).toBe("reversed");
  expect(await accessEndOf(memberId)).toBeLessThanOrEqual(Date.now());
  expect((await payPal.subscription(subscriptionId)).status).toBe("CANCELLED");
});

test("a capture reversal in PayPal's published format reverses the gift's payment", async () => {
  const gift = await buyGift();
  await payPal.control({ action: "reverse", id: gift.orderId ?? "", isAsPublished: true });
  expect((await report(gift.orderId ?? "", "PAYMENT.CAPTURE.REVERSED")).status).toBe(200);
  expect((await paymentOf("gift_id", gift.id))?.state).toBe("reversed");
  expect((await giftRow(gift.id)).refundedAt).not.toBeNull();
});

test("while PayPal doesn't return the refund, the reversal's event stays open", async () => {
  const { subscriptionId } = await buy();
  await payPal.control({ action: "reverse", id: subscriptionId, isAsPublished: true });
  await payPal.arm({ kind: "server_error", times: 3, operation: "refunds.get" });
  expect((await report(subscriptionId, "PAYMENT.SALE.REVERSED")).status).toBe(503);
  expect((await report(subscriptionId, "PAYMENT.SALE.REVERSED")).status).toBe(200);
  expect((await paymentOf("subscription_id", subscriptionId))?.state).toBe("reversed");
});

test("a dispute event with the old name raises the same alarm", async () => {
  const { subscriptionId, memberId } = await buy();
  await payPal.control({ action: "dispute", id: subscriptionId, isOldName: true });
  expect((await report(subscriptionId, "RISK.DISPUTE.CREATED")).status).toBe(200);
  expect(await rowsOf("select 1 from audit where action = 'payment.dispute' and subject = ?", memberId)).toHaveLength(
    1,
  );
});

test.for(["PAYMENT.SALE.REVERSED", "PAYMENT.CAPTURE.REVERSED", "CUSTOMER.DISPUTE.CREATED", "RISK.DISPUTE.CREATED"])(
  "%s that names no payment we know alerts the operator, once per event and at most five times a day",
  async (type) => {
    await rowsOf("delete from attempt_counters where key like 'strange-money:%'");
    const operatorEmail = uniqueEmail();
    const apply = (event: { id: string; resource: unknown }, now = Date.now()) => {
      const ctx = contextAt(now);
      const as = { ...ctx, config: { ...ctx.config, operatorEmail } };
      return syncEvent(as, parseEvent(JSON.stringify({ event_type: type, ...event })));
    };
    const alarms = async () =>
      (await rowsOf("select id from transactional_mails where to_address = ?", operatorEmail)).length;
    const strange = () => {
      const id = `WH-${crypto.randomUUID()}`;
      const href = "https://api.paypal.com/v1/payments/refund/77689802DL785834G";
      return { id, resource: { id: crypto.randomUUID(), links: [{ rel: "self", href }] } };
    };
    const first = strange();
    for (let times = 0; times < 2; times += 1) await apply(first);
    expect(await alarms()).toBe(1);
    for (let more = 0; more < 6; more += 1) await apply(strange());
    expect(await alarms()).toBe(5);
    await apply(strange(), Date.now() + DAY_MS);
    expect(await alarms()).toBe(6);
  },
);
