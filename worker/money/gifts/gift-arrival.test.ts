import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#domain/durations.ts";
import { giftDayText, RIGHT_AWAY } from "#domain/rules/gift-delivery.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { dayAhead, slotAhead, uniqueEmail } from "#test/support/fixtures.ts";
import { db, uniqueAddress } from "#test/worker/factories.ts";
import { capture, giftRequest, giftRow, keysOf } from "#test/worker/gifts.ts";
import { contextAt, settle } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { paypal } from "#test/worker/paypal.ts";
import { sendDueMails } from "../../mail/send-transactional-mails.ts";
import { orderGift } from "./order-gift.ts";
import { correctGift, readGiftOrder } from "./read-gift.ts";
import { sendGiftMails } from "./send-gift-mails.ts";

// Due emails are queried across the whole database, and the last one sent sets the pace.
beforeEach(() => db.batch([db.run("delete from transactional_mails"), db.run("delete from dispatcher")]));

const TICK_MS = 5 * MINUTE_MS;
const ZONE = "America/Chicago";

type Bought = { orderedAt: number; paidAt?: number; deliverOn: string | null; timezone?: string };

/** A gift ordered and paid at these instants, and the arrival that its buyer sees. */
async function buyAt({ orderedAt, paidAt = orderedAt, deliverOn, timezone = ZONE }: Bought) {
  const input = giftRequest({ deliverOn, timezone });
  const order = await orderGift(contextAt(orderedAt), { ...input, network: uniqueAddress() });
  await paypal.control({ action: "approve", id: order.orderId });
  const { deliverText } = await capture(order.giftId, contextAt(paidAt));
  return { input, gift: await giftRow(order.giftId), deliverText };
}

type OneGift = Awaited<ReturnType<typeof buyAt>>["gift"];

const pageOf = (gift: OneGift, now: number) => readGiftOrder(contextAt(now), { order: keysOf(gift).order });

async function receiptOf(to: string, now: number): Promise<string> {
  await settle();
  await sendDueMails(contextAt(now));
  const [receipt] = await outboxOf(to);
  return receipt?.text.replace(/\s+/g, " ") ?? "";
}

async function isSentBy(gift: OneGift, now: number): Promise<boolean> {
  await sendGiftMails(contextAt(now), { tickAt: 0 });
  return (await giftRow(gift.id)).mailedAt !== null;
}

test("if the chosen day's hour has passed, page and receipt promise that the gift arrives right away", async () => {
  const now = slotAhead(0, 10) + 45 * MINUTE_MS;
  const { gift, input, deliverText } = await buyAt({ orderedAt: now, deliverOn: dayAhead(0) });
  expect([deliverText, (await pageOf(gift, now)).deliverText]).toEqual([RIGHT_AWAY, RIGHT_AWAY]);
  const receipt = await receiptOf(input.giverEmail, now);
  expect(receipt).toContain(`We're sending your gift to ${gift.recipientEmail} right away.`);
  expect(receipt).not.toMatch(/at 6:00 AM|Until then|scheduled/);
});

test(`a right-away gift doesn't wait for 6 AM, and the page then says when it was sent`, async () => {
  const now = slotAhead(0, 3);
  const { gift, input } = await buyAt({ orderedAt: now, deliverOn: null });
  expect(gift).toMatchObject({ deliverOn: dayAhead(0), deliverAt: now });
  expect(await receiptOf(input.giverEmail, now)).toContain("right away.");
  expect(await isSentBy(gift, now + TICK_MS)).toBe(true);
  expect((await pageOf(gift, now + HOUR_MS)).deliverText).toMatch(/ at 3:05 AM Central$/);
});

test("a future gift shows its time everywhere, but says right away if its address is fixed after that day", async () => {
  const [now, day] = [slotAhead(0, 3), slotAhead(2, 6)];
  const { gift, input, deliverText } = await buyAt({ orderedAt: now, deliverOn: dayAhead(2) });
  const promised = giftDayText(dayAhead(2), ZONE);
  expect([deliverText, (await pageOf(gift, now)).deliverText]).toEqual([promised, promised]);
  expect(await receiptOf(input.giverEmail, now)).toContain(`on ${promised}. Until then, you can fix the address.`);
  const corrected = { order: keysOf(gift).order, recipientEmail: uniqueEmail() };
  expect((await correctGift(contextAt(now), corrected)).deliverText).toBe(promised);
  // As after a bounce.
  const { id } = gift;
  await contextAt(now).db.run(`update gifts set next_mail_at = null where id = '${id}'`);
  const late = { order: keysOf(gift).order, recipientEmail: uniqueEmail() };
  expect((await correctGift(contextAt(day + HOUR_MS), late)).deliverText).toBe(RIGHT_AWAY);
});

test("a repeated right-away order returns the same one, even the next day; adding a delivery date conflicts", async () => {
  const now = slotAhead(0, 3);
  const input = { ...giftRequest({ deliverOn: null }), network: uniqueAddress() };
  const first = await orderGift(contextAt(now), input);
  expect(await orderGift(contextAt(now + 24 * HOUR_MS), input)).toEqual(first);
  await expect(orderGift(contextAt(now), { ...input, deliverOn: dayAhead(1) })).rejects.toMatchObject({
    code: "conflict",
  });
  expect((await giftRow(first.giftId)).deliverAt).toBe(now);
  const forADay = { ...giftRequest(), network: uniqueAddress() };
  await orderGift(contextAt(now), forADay);
  await expect(orderGift(contextAt(now), { ...forADay, deliverOn: null })).rejects.toMatchObject({ code: "conflict" });
});

test("a gift goes out at its scheduled hour or once paid, whichever is later, and the buyer sees which", async () => {
  const start = slotAhead(1, 0);
  const days = fc.option(fc.integer({ min: 0, max: 2 }), { nil: null });
  const zones = fc.constantFrom("America/New_York", ZONE, "America/Los_Angeles");
  const minutes = (hours: number) => fc.integer({ min: 0, max: hours * 60 });
  await fc.assert(
    fc.asyncProperty(days, zones, minutes(24), minutes(72), async (ahead, timezone, ordered, untilPaid) => {
      const orderedAt = start + ordered * MINUTE_MS;
      const paidAt = orderedAt + untilPaid * MINUTE_MS;
      const today = dateIn(timezone, orderedAt);
      const deliverOn = ahead === null ? null : dateIn(timezone, instantAt(today, 12, timezone) + ahead * 24 * HOUR_MS);
      const hour = deliverOn === null ? orderedAt : instantAt(deliverOn, 6, timezone);
      const due = Math.max(hour, paidAt);
      const { gift, deliverText } = await buyAt({ orderedAt, paidAt, deliverOn, timezone });
      expect(gift.nextMailAt).toBe(due);
      const text = deliverOn !== null && hour > paidAt ? giftDayText(deliverOn, timezone) : RIGHT_AWAY;
      expect([deliverText, (await pageOf(gift, paidAt)).deliverText]).toEqual([text, text]);
      expect(await isSentBy(gift, due - 1)).toBe(false);
      expect(await isSentBy(gift, due)).toBe(true);
      // On the tick itself, a day's promise and the record of sending read the same.
      const after = (await pageOf(gift, due)).deliverText;
      if (text === RIGHT_AWAY) expect(after).not.toBe(RIGHT_AWAY);
      else expect(after).toBe(text);
      // Its buyer may have waited for the bank until now.
      expect((await capture(gift.id, contextAt(due))).deliverText).toBe(RIGHT_AWAY);
    }),
    { numRuns: 12 },
  );
}, 120_000);
