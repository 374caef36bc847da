import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { checkouts, subscriptions } from "#db/schema/payments.ts";
import type { GiftToRedeem, RedeemGiftResponse } from "#domain/contract/money/gifts.ts";
import { DAY_MS } from "#domain/durations.ts";
import { addMonths, instantAt } from "#domain/rules/instants.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, db, rowsOf, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { buyGift, emailed, giftRow, keysOf, redeem as redeemBy } from "#test/worker/gifts.ts";
import { contextAt, contextOvertaken, settle } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { request, requestWith } from "#test/worker/request.ts";
import { selectMemberByEmail } from "../../account/member/members.queries.ts";
import { sendDueMails } from "../../mail/send-transactional-mails.ts";
import { readMySubscription } from "../subscriptions/my-subscription.ts";
import { type Gift, selectUnsentGifts } from "./gifts.queries.ts";
import { placeGifts, placeWaitingGifts } from "./place-gifts.ts";
import { correctGift } from "./read-gift.ts";
import { refundGift } from "./refund-gift.ts";
import { sendGiftMails } from "./send-gift-mails.ts";

const ZONE = "America/Chicago";

// Due emails are queried across the whole database.
beforeEach(() =>
  db.batch(
    ["transactional_mails", "dispatcher", "refunds", "payments", "gifts"].map((table) =>
      db.run(`delete from ${table}`),
    ) as never,
  ),
);

function redeem(gift: Gift, more: Record<string, unknown> = {}): Promise<Response> {
  const json = { token: keysOf(gift).token, consent: true, ...more };
  return requestWith({}, "/api/gifts/redeem", { json, address: uniqueAddress() });
}

async function shown(gift: Gift) {
  return (await request(`/api/gifts/redeem?token=${keysOf(gift).token}`)).json<GiftToRedeem>();
}

async function recipientOf(gift: Gift) {
  const [member] = await selectMemberByEmail(db, gift.recipientEmail);
  if (!member) throw new Error("There is no account.");
  return member;
}

const grantsOf = (gift: Gift) =>
  rowsOf("select starts_at, until, ended_at from access_grants where source = 'gift' and source_id = ?", gift.id);

/** A member whose subscription renews in 20 days, and a gift for them. */
async function payingRecipient() {
  const paidUntil = Date.now() + 20 * DAY_MS;
  const member = await createMember({
    accessEndsAt: paidUntil + 11 * DAY_MS,
    subscriptionEndsAt: paidUntil,
    passwordHash: "x",
  });
  const [grant] = await rowsOf("select source_id from access_grants where member_id = ?", member.id);
  const id = String(grant?.source_id);
  const sold = { plan: "monthly", createdAt: 0 } as const;
  const buyer = { email: member.email, emailKey: member.emailKey, memberId: member.id, nonceHash: "" };
  await db.insert(checkouts).values({ ...sold, ...buyer, id, priceCents: 999, currency: "USD" });
  const times = { approvedAt: 0, startsAt: 0, readAt: 0, nextBillingAt: paidUntil, paidUntil };
  await db
    .insert(subscriptions)
    .values({ ...sold, ...times, id, checkoutId: id, memberId: member.id, status: "ACTIVE" });
  const gift = await buyGift({ recipientEmail: member.email });
  return { member, gift, paidUntil, subscriptionId: id };
}

/** A subscription's state after a cancellation: no more charges, and access until the end of the paid time. */
async function cancel(id: string, paidUntil: number): Promise<void> {
  await env.DB.prepare("update subscriptions set cancel_asked_at = 1, status = 'CANCELLED' where id = ?")
    .bind(id)
    .run();
  await env.DB.prepare("update access_grants set until = ? where source_id = ?").bind(paidUntil, id).run();
}

test("opening a gift makes its recipient a member with the plan's privileges and emails a password link", async () => {
  const gift = await buyGift();
  expect(await shown(gift)).toMatchObject({ state: "open", waitsText: "", giverName: "Bo" });
  expect(await rowsOf("select id from members where email = ?", gift.recipientEmail)).toEqual([]);
  const { nextUrl, isWaiting } = await (await redeem(gift)).json<RedeemGiftResponse>();
  expect([isWaiting, nextUrl]).toEqual([false, `${env.APP_URL}/dashboard/welcome`]);
  const member = await recipientOf(gift);
  const named = { firstName: "Cy", lastName: "Young", giftGiverName: "Bo" };
  expect(member).toMatchObject({
    ...named,
    subscriptionType: "gift",
    subscriptionStatus: "active",
    highestPlan: "annual",
  });
  expect(member.subscriptionEndsAt).toBe(addMonths(member.createdAt, 12, ZONE));
  const link = new URL(/https?:\S+\/setup-password\S+/.exec(await emailed(gift))?.[0] ?? "").searchParams;
  const password = { token: link.get("token"), email: link.get("email"), password: "first light" };
  expect((await request("/api/auth/setup-password", { json: password, address: uniqueAddress() })).status).toBe(200);
  const consents = await rowsOf(
    "select purpose, source_id from consents where member_id = ? order by purpose",
    member.id,
  );
  expect(consents).toEqual([
    { purpose: "gift_redemption", source_id: gift.id },
    { purpose: "setup", source_id: member.id },
  ]);
  await sendDueMails(contextAt(Date.now()));
  expect((await outboxOf(gift.giverEmail)).map(({ subject }) => subject)).toContain("Your gift was opened");
  expect((await outboxOf(gift.recipientEmail))[0]?.text).toContain("/setup-password?token=");
});

test("a gift can be opened only once, even by two people at the same time, and then says it was opened", async () => {
  const gift = await buyGift();
  const statuses = (await Promise.all([redeem(gift), redeem(gift)])).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 410]);
  const again = await redeem(gift);
  expect([again.status, (await again.json<{ error: string }>()).error]).toEqual([
    410,
    expect.stringContaining("already been opened"),
  ]);
  expect(await grantsOf(gift)).toHaveLength(1);
  expect((await shown(gift)).state).toBe("redeemed");
});

test.for([
  ["without consent", { consent: false }, 400],
  ["with an unknown key", { token: "x.1.y" }, 404],
] as const)("a gift can't be opened %s", async ([, more, status]) => {
  const gift = await buyGift();
  expect((await redeem(gift, more)).status).toBe(status);
  expect(await grantsOf(gift)).toEqual([]);
});

test("a gift for a closed account creates no new one, emails a restore link once a day, and works later", async () => {
  const member = await createMember();
  const token = await tokenFor(member, Date.now(), { isByMail: true });
  const json = { word: "DELETE" };
  const closed = await request("/api/user/privacy/delete", { token, json });
  expect(closed.status).toBe(200);
  const gift = await buyGift({ recipientEmail: member.email });
  const ways = "select id from transactional_mails where member_id = ? and kind = 'account-closed'";
  await rowsOf("delete from transactional_mails where member_id = ?", member.id);
  for (let times = 0; times < 2; times += 1) expect((await redeem(gift)).status).toBe(409);
  expect(await rowsOf(ways, member.id)).toHaveLength(1);
  expect(await rowsOf("select id from members where email_key = ?", member.emailKey)).toEqual([{ id: member.id }]);
  expect((await giftRow(gift.id)).redeemedAt).toBeNull();
  await rowsOf("update members set deleted_at = null, purge_at = null where id = ?", member.id);
  expect((await redeem(gift)).status).toBe(200);
});

test("a gift not opened within a year expires", async () => {
  const gift = await buyGift();
  await env.DB.prepare("update gifts set expires_at = ? where id = ?").bind(Date.now(), gift.id).run();
  expect((await redeem(gift)).status).toBe(410);
  expect((await shown(gift)).state).toBe("expired");
});

test("a trial member loses no trial time: the gift's months follow it, and its privileges start now", async () => {
  const trialEnd = Date.now() + 20 * DAY_MS;
  const trial = { subscriptionType: "trial", subscriptionStatus: "trial", passwordHash: "x" } as const;
  const member = await createMember({ ...trial, accessEndsAt: trialEnd, subscriptionEndsAt: trialEnd });
  const gift = await buyGift({ recipientEmail: member.email.toUpperCase() });
  const { nextUrl } = await (await redeem(gift)).json<RedeemGiftResponse>();
  expect(nextUrl).toBe(`${env.APP_URL}/login`);
  const after = await recipientOf(gift);
  expect(after).toMatchObject({ id: member.id, subscriptionType: "gift", highestPlan: "annual" });
  expect(after.accessEndsAt).toBe(addMonths(trialEnd, 12, ZONE));
});

test("a gift waits until a subscription ends, and starts at its paid end once it's cancelled", async () => {
  const { member, gift, paidUntil, subscriptionId } = await payingRecipient();
  expect((await shown(gift)).waitsText).toContain("starts automatically when your subscription ends");
  expect(await (await redeem(gift)).json()).toEqual({ token: null, nextUrl: `${env.APP_URL}/login`, isWaiting: true });
  await placeWaitingGifts(contextAt(Date.now()));
  expect(await grantsOf(gift)).toEqual([]);
  await sendDueMails(contextAt(Date.now()));
  expect((await outboxOf(member.email)).map(({ subject }) => subject)).toContain(
    "Your gift starts when your subscription ends",
  );

  await cancel(subscriptionId, paidUntil);
  await placeGifts(contextAt(Date.now()), member.id);
  await placeGifts(contextAt(Date.now()), member.id);
  const until = addMonths(paidUntil, 12, ZONE);
  expect(await grantsOf(gift)).toEqual([{ starts_at: paidUntil, until, ended_at: null }]);
  expect((await recipientOf(gift)).accessEndsAt).toBe(until);
  const waits = async (now: number) => (await readMySubscription(contextAt(now), member.id)).waitingGift;
  const startsAt = new Date(paidUntil).toISOString();
  expect(await waits(Date.now())).toEqual({ giverName: gift.giverName, plan: gift.plan, startsAt });
  expect(await waits(paidUntil)).toBeNull();
});

test("a gift scheduled after paid time starts right away if that time is revoked", async () => {
  const { member, gift, paidUntil, subscriptionId } = await payingRecipient();
  await redeem(gift);
  await cancel(subscriptionId, paidUntil);
  await placeWaitingGifts(contextAt(Date.now()));
  const now = Date.now();
  await env.DB.prepare("update access_grants set ended_at = ? where source_id = ?").bind(now, subscriptionId).run();
  await placeGifts(contextAt(now), member.id);
  expect(await grantsOf(gift)).toEqual([{ starts_at: now, until: addMonths(now, 12, ZONE), ended_at: null }]);
});

test("a second gift opened while the first waits for a cancelled plan's end starts after the first", async () => {
  const { member, gift, paidUntil, subscriptionId } = await payingRecipient();
  await cancel(subscriptionId, paidUntil);
  await redeem(gift);
  const second = await buyGift({ recipientEmail: member.email });
  await redeem(second);
  await placeWaitingGifts(contextAt(Date.now()));
  expect(await grantsOf(gift)).toEqual([
    { starts_at: paidUntil, until: addMonths(paidUntil, 12, ZONE), ended_at: null },
  ]);
  const until = addMonths(addMonths(paidUntil, 12, ZONE), 12, ZONE);
  expect(await grantsOf(second)).toEqual([{ starts_at: paidUntil, until, ended_at: null }]);
  expect((await recipientOf(gift)).accessEndsAt).toBe(until);
});

test.for([
  [
    { emailTime: "08:00", timezone: "America/Boise" },
    { wakeUpHour: 8, timezone: "America/Denver" },
  ],
  [
    { emailTime: 8, timezone: "Mars/Olympus" },
    { wakeUpHour: 6, timezone: ZONE },
  ],
  [{}, { wakeUpHour: 6, timezone: "America/New_York" }],
] as const)(
  "with %j, a gift's new account has %j: the giver's zone only if the recipient's browser sent none",
  async ([answer, wakeUp]) => {
    const gift = await buyGift({ timezone: "America/New_York" });
    expect((await shown(gift)).wakeUp?.emailTime).toBe("06:00");
    expect((await redeem(gift, answer)).status).toBe(200);
    expect(await recipientOf(gift)).toMatchObject(wakeUp);
  },
);

test("a recipient with an account isn't asked for an hour and keeps the current one", async () => {
  const member = await createMember({ wakeUpHour: 5, passwordHash: "x" });
  const gift = await buyGift({ recipientEmail: member.email });
  expect((await shown(gift)).wakeUp).toBeNull();
  await redeem(gift, { emailTime: "09:00", timezone: "America/New_York" });
  expect(await recipientOf(gift)).toMatchObject({ wakeUpHour: 5, timezone: ZONE });
});

test("a gift is emailed at 6:00 on its day in its zone, then reminded twice, but not once it's opened", async () => {
  const gift = await buyGift({ timezone: "America/New_York" });
  const at = instantAt(gift.deliverOn, 6, "America/New_York");
  const expectMailsBy = async (now: number, count: number) => {
    await sendGiftMails(contextAt(now), { tickAt: at });
    await sendGiftMails(contextAt(now), { tickAt: at });
    await settle();
    await sendDueMails(contextAt(now));
    expect(await outboxOf(gift.recipientEmail)).toHaveLength(count);
  };
  await expectMailsBy(at - 1, 0);
  await sendGiftMails(contextAt(at), { tickAt: at + 60_000 });
  expect((await giftRow(gift.id)).mailedAt).toBeNull();
  await expectMailsBy(at, 1);
  const [mail] = await outboxOf(gift.recipientEmail);
  expect(mail?.text).toContain("Up you get!");
  expect(mail?.text).toContain(`/gift?token=${keysOf(gift).token}`);
  await expectMailsBy(at + 13 * DAY_MS, 1);
  await expectMailsBy(at + 15 * DAY_MS, 2);
  await expectMailsBy(at + 320 * DAY_MS, 2);
  await expectMailsBy(at + 340 * DAY_MS, 3);
  expect((await giftRow(gift.id)).nextMailAt).toBeNull();

  const opened = await buyGift();
  await redeem(opened);
  await sendGiftMails(contextAt(at + 15 * DAY_MS), { tickAt: at });
  expect((await giftRow(opened.id)).mailedAt).toBeNull();
});

const unsent: [why: string, address: () => Promise<string>][] = [
  ["belongs to a member whose address is suppressed", async () => (await createMember({ suppressedAt: 1 })).email],
  ["is rejected by the email provider", async () => `x.${crypto.randomUUID()}@rejected.test`],
];

test.for(unsent)("if a gift's address %s, its giver is notified once and can correct it", async ([, address]) => {
  const gift = await buyGift({ recipientEmail: await address() });
  const mailed = () =>
    rowsOf("select to_address from transactional_mails where kind = 'gift-bounced' and id like ?", `%${gift.id}%`);
  const at = gift.deliverAt;
  await sendGiftMails(contextAt(at), { tickAt: at });
  await settle();
  await sendDueMails(contextAt(at));
  for (let times = 0; times < 2; times += 1) await sendGiftMails(contextAt(at + 300_000), { tickAt: at });
  expect(await mailed()).toEqual([{ to_address: gift.giverEmail }]);
  const shown = await request(`/api/gifts/order?order=${keysOf(gift).order}`);
  expect(await shown.json()).toMatchObject({ state: "returned", canCorrect: true });

  const recipientEmail = uniqueEmail();
  await correctGift(contextAt(at + 300_000), { order: keysOf(gift).order, recipientEmail });
  await sendGiftMails(contextAt(at + 600_000), { tickAt: at });
  await settle();
  await sendDueMails(contextAt(at + 600_000));
  expect(await outboxOf(recipientEmail)).toHaveLength(1);
  await sendGiftMails(contextAt(at + 900_000), { tickAt: at });
  expect(await giftRow(gift.id)).toMatchObject({ mailedAt: at + 600_000 });
  expect(await mailed()).toHaveLength(1);
});

test("a gift that couldn't be sent is found, however many other gift emails are waiting", async () => {
  const bought = [await buyGift(), await buyGift(), await buyGift()];
  const at = Math.max(...bought.map(({ deliverAt }) => deliverAt));
  await sendGiftMails(contextAt(at), { tickAt: at - (at % 300_000) });
  await settle();
  for (const { id } of bought) {
    await rowsOf(
      "update transactional_mails set state = iif(id = 'gift:' || ?, 'failed', 'pending') where kind = 'gift'",
      id,
    );
    const unsent = (await selectUnsentGifts(db, 0)).filter(({ isWaiting }) => isWaiting === 0);
    expect(unsent).toMatchObject([{ giftId: id }]);
  }
});

test("gifts that one person opens at the same time give access one after another", async () => {
  const recipientEmail = uniqueEmail();
  const [first, second] = [await buyGift({ recipientEmail }), await buyGift({ recipientEmail })];
  const now = Date.now();
  const ctx = contextOvertaken(now, async () => redeem(first));
  await redeemBy(second, ctx);
  const [[started], [added]] = [await grantsOf(first), await grantsOf(second)];
  expect(added?.until).toBe(addMonths(Number(started?.until), 12, ZONE));
  const third = await buyGift({ recipientEmail });
  const fourth = await buyGift({ recipientEmail });
  const after = contextOvertaken(Date.now(), async () => redeem(third));
  await redeemBy(fourth, after);
  const [[later], [last]] = [await grantsOf(third), await grantsOf(fourth)];
  expect(later?.until).toBe(addMonths(Number(added?.until), 12, ZONE));
  expect(last?.until).toBe(addMonths(Number(later?.until), 12, ZONE));
});

const overtakes: [what: string, code: string, by: (gift: Gift) => Promise<unknown>][] = [
  [
    "its refund",
    "gone",
    ({ id }) => refundGift(contextAt(Date.now()), { id, requestId: crypto.randomUUID(), reason: "Asked" }),
  ],
  [
    "a corrected address",
    "not_found",
    (gift) => correctGift(contextAt(Date.now()), { order: keysOf(gift).order, recipientEmail: uniqueEmail() }),
  ],
];

test.for(overtakes)("a redemption overtaken by %s leaves nothing behind", async ([, code, by]) => {
  const gift = await buyGift();
  const ctx = contextOvertaken(Date.now(), () => by(gift));
  await expect(redeemBy(gift, ctx)).rejects.toMatchObject({ code });
  expect(await rowsOf("select id from members where email_key = ?", gift.recipientEmail.toLowerCase())).toEqual([]);
  expect(await rowsOf("select purpose from consents where purpose = 'redemption' and source_id = ?", gift.id)).toEqual(
    [],
  );
  expect(await rowsOf("select id from audit where action = 'gift.redeem' and details like ?", `%${gift.id}%`)).toEqual(
    [],
  );
  const mailed = await rowsOf(
    "select id from transactional_mails where id in ('gift-redeemed:' || ?1, 'gift-started:' || ?1)",
    gift.id,
  );
  expect(mailed).toEqual([]);
});
