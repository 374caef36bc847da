import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { BRAND } from "#domain/brand.ts";
import type { GiftOffer, OrderGiftResponse } from "#domain/contract/money/gifts.ts";
import { DAY_MS } from "#domain/durations.ts";
import { giftConsent } from "#domain/rules/consent.ts";
import { giftDayText } from "#domain/rules/gift-delivery.ts";
import { dayAhead, uniqueEmail } from "#test/support/fixtures.ts";
import { db, rowsOf, uniqueAddress } from "#test/worker/factories.ts";
import { approveGift, buyGift, capture, captureCookie, giftRequest, giftRow, keysOf } from "#test/worker/gifts.ts";
import { contextAt, settle } from "#test/worker/jobs.ts";
import { cookieOf } from "#test/worker/media-pass.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { paypal } from "#test/worker/paypal.ts";
import { request, requestWith } from "#test/worker/request.ts";
import { readConfig } from "../../kernel/env.ts";
import { sendDueMails } from "../../mail/send-transactional-mails.ts";
import { settleOpenOrders, syncGiftOrder } from "./pay-gift.ts";
import { sendGiftMails } from "./send-gift-mails.ts";

// Due emails are queried across the whole database.
beforeEach(() => db.batch([db.run("delete from transactional_mails"), db.run("delete from dispatcher")]));

const post = (path: string, json: unknown, headers: Record<string, string> = {}) =>
  request(path, { json, headers, address: uniqueAddress() });
const paymentsOf = (giftId: string) =>
  rowsOf("select id, amount_cents, currency, state from payments where gift_id = ?", giftId);

test("an offer lists plans, zones, days, and the consent text", async () => {
  const offer = await (await request("/api/gifts/offer")).json<GiftOffer>();
  expect(offer.plans.map(({ plan, priceText, lengthText }) => [plan, priceText, lengthText])).toEqual([
    ["monthly", "$9.99", "1 month"],
    ["annual", "$79.99", "12 months"],
  ]);
  expect(offer.plans[0]?.consentText).toBe(giftConsent("monthly").text);
  expect(offer.timezones[0]).toEqual({ id: "America/Chicago", label: "Central" });
  expect(offer.provider?.clientId).toBe(readConfig(env).paypal?.clientId);
});

test("a request creates one PayPal order with the gift's ID and our price, and the consent is stored", async () => {
  const input = giftRequest();
  const [first, second] = [await post("/api/gifts", input), await post("/api/gifts", input)];
  const order = await first.json<OrderGiftResponse>();
  expect(await second.json()).toEqual(order);
  const orders = await paypal.orders({ customId: order.giftId });
  expect(orders.map(({ id }) => id)).toEqual([order.orderId]);
  const [consent] = await rowsOf(
    "select purpose, text, price_text, email from consents where source_id = ?",
    order.giftId,
  );
  const { text, priceText: price_text } = giftConsent("annual");
  expect(consent).toEqual({ purpose: "gift", text, price_text, email: input.giverEmail });
  expect((await post("/api/gifts", { ...input, plan: "monthly" })).status).toBe(409);
});

test.for<[string, Record<string, unknown>, string]>([
  ["a day that has passed", { deliverOn: "2026-01-01" }, "deliverOn"],
  ["a day in two years", { deliverOn: dayAhead(800) }, "deliverOn"],
  ["a zone that is not available", { timezone: "Mars/Olympus" }, "timezone"],
  ["no consent", { consent: false }, "consent"],
  ["an address that is none", { recipientEmail: "cy" }, "recipientEmail"],
  ["a giver who is a phone number", { giverName: "PayPal Security (call +1 800 555 0100)" }, "giverName"],
  ["a recipient who is a page", { recipientName: "www.x.test" }, "recipientName"],
  ["a name of 41 characters", { giverName: "x".repeat(41) }, "giverName"],
  ["a message with a link", { message: "Look: bit.ly/abc" }, "message"],
])("%s is rejected with an error on its field", async ([, wrong, field]) => {
  const response = await post("/api/gifts", { ...giftRequest(), ...wrong });
  expect(response.status).toBe(400);
  expect((await response.json<{ fields: object }>()).fields).toHaveProperty(field);
});

test("a gift paid before the text rules goes out unchanged, under our own subject", async () => {
  const gift = await buyGift();
  const words = { giverName: "Agent 7 (call 800 555 0100) and everybody at work", message: "See bit.ly/abc" };
  await rowsOf("update gifts set giver_name = ?, message = ? where id = ?", words.giverName, words.message, gift.id);
  const ctx = contextAt(gift.deliverAt);
  await sendGiftMails(ctx, { tickAt: gift.deliverAt });
  await sendDueMails(ctx);
  const [mail] = await outboxOf(gift.recipientEmail);
  for (const text of Object.values(words)) expect(mail?.text).toContain(text);
  expect(mail?.subject).toBe(`Your gift: 12 months of ${BRAND.name}`);
});

test("an address is limited to five gifts paid within a day, and unpaid orders don't count", async () => {
  const recipientEmail = uniqueEmail();
  const giverEmail = uniqueEmail();
  const order = async (now = Date.now()) => {
    const json = giftRequest({ recipientEmail: recipientEmail.toUpperCase(), giverEmail });
    return request("/api/gifts", { json, now, address: uniqueAddress() });
  };
  for (let unpaid = 0; unpaid < 31; unpaid += 1) expect((await order()).status).toBe(200);
  for (let paid = 0; paid < 5; paid += 1) await buyGift({ recipientEmail });
  const refused = await order();
  expect([refused.status, Number(refused.headers.get("retry-after"))]).toEqual([429, expect.any(Number)]);
  expect((await order(Date.now() + DAY_MS)).status).toBe(200);
});

test("an order with an outdated consent text or price is refused and creates nothing", async () => {
  const { text } = giftConsent("annual");
  const input = giftRequest();
  const refused = await post("/api/gifts", { ...input, consentText: text.replaceAll("$79.99", "$69.99") });
  expect(refused.status).toBe(409);
  expect((await refused.json<{ fields: object }>()).fields).toHaveProperty("consent");
  expect(await paypal.orders({ customId: input.requestId })).toEqual([]);
  expect(await rowsOf("select 1 from gifts where id = ?", input.requestId)).toEqual([]);
  const ordered = await post("/api/gifts", { ...input, consentText: text });
  expect(ordered.status).toBe(200);
  const cheaper = (id: string) => rowsOf("update gifts set price_cents = price_cents - 1000 where id = ?", id);
  await cheaper(input.requestId);
  expect((await post("/api/gifts", { ...input, consentText: text })).status).toBe(409);
});

test("repeating a paid order gets the same response, whatever the gift costs today", async () => {
  const input = giftRequest();
  const ordered = await post("/api/gifts", input);
  const { giftId, orderId } = await ordered.json<OrderGiftResponse>();
  await paypal.control({ action: "approve", id: orderId });
  await capture(giftId);
  await rowsOf("update gifts set price_cents = price_cents - 1000 where id = ?", giftId);
  const again = await post("/api/gifts", { ...input, consentText: "What was true then." });
  expect(await again.json()).toEqual({ giftId, orderId });
});

test("gift orders from one network are limited", async () => {
  const options = { json: giftRequest(), address: uniqueAddress() };
  expect((await requestWith({ CHECKOUT_MAX_PER_NETWORK: "1" }, "/api/gifts", options)).status).toBe(200);
  expect(
    (await requestWith({ CHECKOUT_MAX_PER_NETWORK: "1" }, "/api/gifts", { ...options, json: giftRequest() })).status,
  ).toBe(429);
});

test("only the browser that ordered can capture, because a gift's ID opens nothing", async () => {
  const input = giftRequest();
  const ordered = await post("/api/gifts", input);
  const { giftId, orderId } = await ordered.json<OrderGiftResponse>();
  const cookie = cookieOf(ordered);
  expect(cookie?.attributes).toEqual(expect.arrayContaining([`Path=/api/gifts/${giftId}`, "HttpOnly", "SameSite=Lax"]));
  await paypal.control({ action: "approve", id: orderId });
  const path = `/api/gifts/${giftId}/capture`;
  const ofAnother = captureCookie((await approveGift()).id);
  const wrong = [undefined, "gift_capture=guessed", ofAnother, `gift_capture=${keysOf(await giftRow(giftId)).order}`];
  for (const each of wrong) expect((await post(path, {}, each ? { cookie: each } : {})).status).toBe(404);
  expect((await giftRow(giftId)).paidAt).toBeNull();
  const captured = await post(path, {}, { cookie: `${cookie?.name}=${cookie?.value}` });
  expect(await captured.json()).toMatchObject({ state: "paid", order: expect.any(String) });
  expect((await post(path, {})).status).toBe(404);
});

test("a repeated order gets its key again, but not once the gift is paid or if its text differs", async () => {
  const input = giftRequest();
  const first = await post("/api/gifts", input);
  const { giftId, orderId } = await first.json<OrderGiftResponse>();
  expect(cookieOf(await post("/api/gifts", input))).toEqual(cookieOf(first));
  for (const other of [
    { message: "" },
    { giverName: "Al" },
    { recipientName: "Al" },
    { timezone: "America/New_York" },
  ]) {
    const refused = await post("/api/gifts", { ...input, ...other });
    expect([refused.status, cookieOf(refused)]).toEqual([409, null]);
  }
  await paypal.control({ action: "approve", id: orderId });
  await syncGiftOrder(contextAt(Date.now()), orderId);
  const repeated = await post("/api/gifts", input);
  expect([repeated.status, cookieOf(repeated), await repeated.json()]).toEqual([200, null, { giftId, orderId }]);
});

test("an approved order is captured once, however many calls ask, and its giver gets one receipt", async () => {
  const { id, orderId, giverEmail } = await approveGift();
  const ctx = contextAt(Date.now());
  const answers = await Promise.all([1, 2, 3].map(() => capture(id, ctx)));
  await syncGiftOrder(ctx, orderId ?? "");
  await settleOpenOrders(ctx);
  expect(answers.map(({ state }) => state)).toContain("paid");
  const again = await capture(id, ctx);
  const deliverText = giftDayText(dayAhead(1), "America/Chicago");
  expect(again).toEqual({ state: "paid", order: keysOf(await giftRow(id)).order, deliverText });
  expect(await paymentsOf(id)).toEqual([
    { id: expect.any(String), amount_cents: 7999, currency: "USD", state: "completed" },
  ]);
  await settle();
  await sendDueMails(contextAt(Date.now()));
  const [receipt, ...more] = await outboxOf(giverEmail);
  expect(more).toEqual([]);
  expect(receipt?.text).toContain("$79.99");
  expect(receipt?.text).toContain(`/gift?order=${keysOf(await giftRow(id)).order}`);
});

test("an unapproved or declined order says so once PayPal has been checked", async () => {
  const order = await (await post("/api/gifts", giftRequest())).json<OrderGiftResponse>();
  const now = Date.now();
  expect(await capture(order.giftId, contextAt(now))).toEqual({
    state: "not_approved",
    order: null,
    deliverText: null,
  });
  await paypal.control({ action: "approve", id: order.orderId });
  await paypal.control({ action: "failNext", id: order.orderId });
  expect(await capture(order.giftId, contextAt(now + 2000))).toEqual({
    state: "declined",
    order: null,
    deliverText: null,
  });
  expect(await paymentsOf(order.giftId)).toEqual([]);
});

test("a gift whose buyer's browser never returned is marked as paid by the hourly run", async () => {
  const { id } = await approveGift();
  await settleOpenOrders(contextAt(Date.now()));
  expect((await giftRow(id)).paidAt).not.toBeNull();
});

test("while PayPal is down, a gift stays confirming, and nothing is lost", async () => {
  const { id, orderId } = await approveGift();
  const away = await paypal.arm({ kind: "server_error", times: 1000, operation: "orders.get", about: orderId ?? "" });
  const now = Date.now();
  expect(await capture(id, contextAt(now))).toEqual({ state: "confirming", order: null, deliverText: null });
  await paypal.disarm(away);
  expect((await capture(id, contextAt(now + 2000))).state).toBe("paid");
});

test.for<[string, string]>([
  ["another gift's order", "update gifts set id = id || '-other' where id = ?"],
  ["another amount", "update gifts set price_cents = 999 where id = ?"],
  ["another currency", "update gifts set currency = 'EUR' where id = ?"],
])("%s is refused and audited, and grants nothing", async ([, change]) => {
  const { id, orderId } = await approveGift();
  await db.run(`delete from consents where source_id = '${id}'`);
  await env.DB.prepare(change).bind(id).run();
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  expect(await syncGiftOrder(contextAt(Date.now()), orderId ?? "")).toBe("refused");
  logged.mockRestore();
  const [gift] = await rowsOf("select id, paid_at from gifts where order_id = ?", orderId);
  expect(gift?.paid_at).toBeNull();
  const audited = await rowsOf("select action from audit where subject = ?", gift?.id);
  expect(audited).toEqual([{ action: "gift.order-refused" }]);
});

test("an order that isn't ours is ignored", async () => {
  expect(await syncGiftOrder(contextAt(Date.now()), "5O190127TN364715T")).toBeNull();
});

test("the giver can correct the address until the gift is sent, and links to the old one stop working", async () => {
  const gift = await buyGift();
  const { token: oldToken, order } = keysOf(gift);
  const corrected = uniqueEmail();
  const response = await post("/api/gifts/order/address", { order, recipientEmail: corrected });
  expect(await response.json()).toMatchObject({ recipientEmail: corrected, state: "waiting", canCorrect: true });
  expect((await request(`/api/gifts/redeem?token=${oldToken}`)).status).toBe(404);
  expect((await request(`/api/gifts/redeem?token=${keysOf(await giftRow(gift.id)).token}`)).status).toBe(200);
  await env.DB.prepare("update gifts set mailed_at = 1 where id = ?").bind(gift.id).run();
  expect((await post("/api/gifts/order/address", { order, recipientEmail: uniqueEmail() })).status).toBe(409);
  expect((await request(`/api/gifts/order?order=${oldToken}`)).status).toBe(404);
});

test("without a payment provider, the offer says so and nothing can be ordered", async () => {
  const none = {
    PAYPAL_CLIENT_ID: "",
    PAYPAL_CLIENT_SECRET: "",
    PAYPAL_WEBHOOK_ID: "",
    PAYPAL_PLAN_MONTHLY: "",
    PAYPAL_PLAN_ANNUAL: "",
  };
  expect(await (await requestWith(none, "/api/gifts/offer")).json()).toMatchObject({ provider: null });
  expect((await requestWith(none, "/api/gifts", { json: giftRequest(), address: uniqueAddress() })).status).toBe(503);
});
