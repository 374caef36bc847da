import { env } from "cloudflare:workers";
import type { OrderGiftRequest } from "#domain/contract/money/gifts.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { readConfig } from "#worker/kernel/env.ts";
import { giftCaptureKey, giftKey, giftOrderKey } from "#worker/kernel/links/gift-key.ts";
import { sendDueMails } from "#worker/mail/send-transactional-mails.ts";
import { type Gift, selectGift } from "#worker/money/gifts/gifts.queries.ts";
import { orderGift } from "#worker/money/gifts/order-gift.ts";
import { captureGift } from "#worker/money/gifts/pay-gift.ts";
import { redeemGift } from "#worker/money/gifts/redeem-gift.ts";
import { db, uniqueAddress } from "./factories.ts";
import { contextAt } from "./jobs.ts";
import { outboxOf } from "./outbox.ts";
import { paypal } from "./paypal.ts";

const config = readConfig(env);

/** A giver's order; for tomorrow in Central time by default. */
export function giftRequest(more: Partial<OrderGiftRequest> = {}): OrderGiftRequest {
  const deliverOn = addDays(dateIn("America/Chicago", Date.now()), 1);
  const people = {
    giverName: "Bo",
    giverEmail: uniqueEmail(),
    recipientName: "Cy Young",
    recipientEmail: uniqueEmail(),
  };
  const when = { deliverOn, timezone: "America/Chicago" };
  return {
    requestId: crypto.randomUUID(),
    plan: "annual",
    message: "Up you get!",
    ...people,
    ...when,
    consent: true,
    ...more,
  };
}

export async function giftRow(id: string): Promise<Gift> {
  const [gift] = await selectGift(db, id);
  if (!gift) throw new Error("There is no such gift.");
  return gift;
}

/** The keys in a gift's emails, if sent now. */
export function keysOf({ id: giftId, addressVersion }: Gift) {
  return { token: giftKey(config, { giftId, addressVersion }), order: giftOrderKey(config, giftId) };
}

/** The recipient's call, by a browser without a name. */
export function redeem(gift: Gift, ctx = contextAt(Date.now())) {
  const client = { userAgent: null, now: ctx.now };
  return redeemGift(ctx, { token: keysOf(gift).token, consent: true, client });
}

/** The recipient's newest email, once all due emails are sent. */
export async function emailed(gift: Gift): Promise<string> {
  await sendDueMails(contextAt(Date.now()));
  return (await outboxOf(gift.recipientEmail))[0]?.text ?? "";
}

export function captureCookie(id: string): string {
  return `gift_capture=${giftCaptureKey(config, id)}`;
}

/** The call of the browser that ordered a gift, after approval. */
export function capture(id: string, ctx = contextAt(Date.now())) {
  return captureGift(ctx, { id, captureKey: giftCaptureKey(config, id) });
}

/** A gift that its giver ordered and approved at PayPal. */
export async function approveGift(more: Partial<OrderGiftRequest> = {}): Promise<Gift> {
  const order = await orderGift(contextAt(Date.now()), { ...giftRequest(more), network: uniqueAddress() });
  await paypal.control({ action: "approve", id: order.orderId });
  return giftRow(order.giftId);
}

export async function buyGift(more: Partial<OrderGiftRequest> = {}): Promise<Gift> {
  const { id } = await approveGift(more);
  await capture(id);
  return giftRow(id);
}
