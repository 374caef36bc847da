import { expect, test } from "vitest";
import { checkoutOffers } from "#domain/contract/money/checkout.ts";
import { DAY_MS, HOUR_MS } from "#domain/durations.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, rowsOf, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { buyGift, giftRow, keysOf } from "#test/worker/gifts.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { accessEndOf, confirm, payPal, report, startCheckout } from "#test/worker/purchases.ts";
import { request } from "#test/worker/request.ts";
import { applyAccessChanges } from "../../access/apply-access-changes.ts";
import { writeNotices } from "../../access/notices/write-notices.ts";
import { placeWaitingGifts } from "../gifts/place-gifts.ts";
import { syncSubscription } from "./sync-subscription.ts";

const newWallet = () => {
  const letters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
  const bytes = crypto.getRandomValues(new Uint8Array(13));
  return Array.from(bytes, (byte) => letters[byte % letters.length]).join("");
};

type Trying = { payerId?: string; token?: string; email?: string; plan?: "monthly" | "annual"; isPaid?: boolean };

/** Subscribes with a wallet, by default an empty one. */
async function takeOut({ payerId = newWallet(), isPaid = false, ...buying }: Trying = {}) {
  const started = await startCheckout(buying);
  const id = started.subscriptionId;
  if (!isPaid) await payPal.control({ action: "failNext", id, times: 99 });
  await payPal.control({ action: "approve", id, payerId });
  const by = buying.token === undefined ? { cookie: started.cookie } : { token: buying.token };
  const confirmed = await confirm(started.checkoutId, by);
  const [row] = await rowsOf("select * from subscriptions where id = ?", id);
  return { ...started, ...confirmed, payerId, memberId: String(row?.member_id) };
}

const isOpen = async (memberId: string, now = Date.now()) => ((await accessEndOf(memberId)) ?? 0) > now;
const grantOf = async (id: string) =>
  (await rowsOf("select starts_at as start, until from access_grants where source_id = ?", id))[0];
const mine = async (token: string, now = Date.now()) =>
  (await request("/api/user/subscription", { token, now })).json<{ subscription: unknown }>();

test("the first unpaid subscription attempt by a member and a wallet gives access for 48 hours", async () => {
  const first = await takeOut();
  expect(first).toMatchObject({ state: "active", opensWithPayment: false });
  expect(await isOpen(first.memberId)).toBe(true);
});

test("a known wallet with a new address gets access with its first payment, is logged in, and is notified", async () => {
  const { payerId } = await takeOut({ plan: "annual" });
  const second = await takeOut({ plan: "annual", payerId });
  expect(second).toMatchObject({ state: "active", opensWithPayment: true, token: expect.any(String) });
  expect(await isOpen(second.memberId)).toBe(false);
  await payPal.control({ action: "recover", id: second.subscriptionId });
  await report(second.subscriptionId, "PAYMENT.SALE.COMPLETED");
  expect(await isOpen(second.memberId)).toBe(true);
  const [welcome] = (await outboxOf(second.email ?? "")).filter(({ subject }) => /^Welcome/.test(subject));
  expect(welcome?.text).toMatch(/first payment/);
  expect(welcome?.text).not.toMatch(/you now have full access|first email/i);
  expect(welcome?.text).toContain("Your wake-up hour: 6:00 AM Central. Change your hour:\n");
});

test("a member who resubscribes with a new wallet keeps existing access and gets more only by paying", async () => {
  const first = await takeOut();
  const end = await accessEndOf(first.memberId);
  const token = first.token ?? "";
  const offers = checkoutOffers.parse(await (await request("/api/checkout", { token })).json()).offers;
  expect(offers[1]?.note).toMatch(/starts with (?:your|the) first payment/);
  const second = await takeOut({ token, plan: "annual" });
  expect(second.opensWithPayment).toBe(true);
  expect(await accessEndOf(first.memberId)).toBe(end);
  expect((await rowsOf("select highest_plan as plan from members where id = ?", first.memberId))[0]?.plan).toBe(
    "monthly",
  );
});

test("many simultaneous attempts with one wallet give access only once", async () => {
  const payerId = newWallet();
  const tries = await Promise.all(Array.from({ length: 6 }, () => takeOut({ payerId })));
  const open = await Promise.all(tries.map(({ memberId }) => isOpen(memberId)));
  expect(open.filter(Boolean)).toHaveLength(1);
});

test("a paid attempt doesn't count, so a payer who comes back after a year is treated as new", async () => {
  const payerId = newWallet();
  const paid = await takeOut({ payerId, isPaid: true });
  await payPal.control({ action: "cancel", id: paid.subscriptionId });
  await report(paid.subscriptionId, "BILLING.SUBSCRIPTION.CANCELLED");
  const past =
    "update subscriptions set created_at = created_at - ?1, last_payment_at = last_payment_at - ?1 where id = ?2";
  await rowsOf(past, 365 * DAY_MS, paid.subscriptionId);
  await rowsOf("update access_grants set until = 1, paid_until = 1 where member_id = ?", paid.memberId);
  await rowsOf("update subscriptions set paid_until = 1 where id = ?", paid.subscriptionId);
  expect(await takeOut({ payerId, token: paid.token ?? "" })).toMatchObject({ opensWithPayment: false });
  expect(await isOpen(paid.memberId)).toBe(true);
});

test("an attempt that was eventually paid no longer counts", async () => {
  const first = await takeOut();
  await payPal.control({ action: "recover", id: first.subscriptionId });
  await report(first.subscriptionId, "PAYMENT.SALE.COMPLETED");
  expect(await takeOut({ payerId: first.payerId })).toMatchObject({ opensWithPayment: false });
});

test("a paying member who changes plans gets everything right away, as before", async () => {
  const old = await takeOut({ isPaid: true });
  const changed = await takeOut({ token: old.token ?? "", payerId: old.payerId, plan: "annual" });
  expect(changed.opensWithPayment).toBe(false);
  expect((await rowsOf("select highest_plan as plan from members where id = ?", old.memberId))[0]?.plan).toBe("annual");
});

/** A first card that fails; then right away another card, or the same wallet with another email address, that pays. */
async function payAtSecondTry(how: "another card" | "another address") {
  const first = await takeOut();
  const { payerId, token } = first;
  if (how === "another address") return takeOut({ payerId, isPaid: true });
  await request("/api/user/subscription/cancel", { token: token ?? "", json: {} });
  const paid = await takeOut({ token: token ?? "", isPaid: true });
  return { ...paid, token };
}

test.for(["another card", "another address"] as const)(
  "a member whose first card failed and who then paid with %s is treated like any other payer",
  async (how) => {
    const paid = await payAtSecondTry(how);
    expect(paid.state).toBe("active");
    const token = paid.token ?? "";
    const offers = checkoutOffers.parse(await (await request("/api/checkout", { token })).json()).offers;
    expect(offers.map(({ note }) => note).join()).not.toMatch(/first payment/);
    const { nextBillingTime } = await payPal.subscription(paid.subscriptionId);
    const changed = await takeOut({ token, payerId: paid.payerId, plan: "annual" });
    expect(changed.opensWithPayment).toBe(false);
    expect((await grantOf(changed.subscriptionId))?.until).toBe((nextBillingTime ?? 0) + 48 * HOUR_MS);
    // PayPal charges some hours after the end of the paid time.
    const at = (nextBillingTime ?? 0) + HOUR_MS;
    await applyAccessChanges(contextAt(at), { tickAt: at });
    await writeNotices(contextAt(at));
    const mails = await rowsOf("select kind from transactional_mails where member_id = ?", paid.memberId);
    expect(mails.map(({ kind }) => kind)).not.toContain("subscription-ended");
    expect(await isOpen(paid.memberId, at)).toBe(true);
  },
);

test("neither an earlier payment nor a reversed one makes up for an unpaid attempt", async () => {
  const payerId = newWallet();
  const paid = await takeOut({ payerId, isPaid: true });
  const token = paid.token ?? "";
  expect(await takeOut({ payerId, token, plan: "annual" })).toMatchObject({ opensWithPayment: false });
  expect(await takeOut({ payerId, token, plan: "monthly" })).toMatchObject({ opensWithPayment: true });
  expect(await takeOut({ payerId })).toMatchObject({ opensWithPayment: true });

  const wallet = newWallet();
  await takeOut({ payerId: wallet });
  const back = await takeOut({ payerId: wallet, isPaid: true });
  await payPal.control({ action: "reverse", id: back.subscriptionId });
  await report(back.subscriptionId, "PAYMENT.SALE.REVERSED");
  expect(await takeOut({ payerId: wallet })).toMatchObject({ opensWithPayment: true });
});

test("a second attempt that waits for its day or payment says so, instead of that no payment arrived", async () => {
  const trialEnd = Date.now() + 20 * DAY_MS;
  const trial = { subscriptionType: "trial", subscriptionStatus: "trial", accessEndsAt: trialEnd } as const;
  const member = await createMember({ ...trial, subscriptionEndsAt: trialEnd });
  const token = await tokenFor(member);
  const first = await takeOut({ token, plan: "annual", isPaid: true });
  await request("/api/user/subscription/cancel", { token, json: {} });
  expect((await payPal.subscription(first.subscriptionId)).status).toBe("CANCELLED");
  const second = await takeOut({ token, isPaid: true });
  expect(second.opensWithPayment).toBe(true);
  expect(await mine(token)).toMatchObject({ subscription: { id: second.subscriptionId, state: "active" } });
  expect(await mine(token, trialEnd + HOUR_MS)).toMatchObject({ subscription: { state: "confirming" } });
  expect(await accessEndOf(member.id)).toBe(trialEnd);
  await payPal.control({ action: "advance", id: second.subscriptionId, to: trialEnd + HOUR_MS });
  await report(second.subscriptionId, "PAYMENT.SALE.COMPLETED", { now: trialEnd + HOUR_MS });
  expect(await isOpen(member.id, trialEnd + 20 * DAY_MS)).toBe(true);
});

/** Someone on a trial whose first or second try follows it; the second opens with its first payment. */
async function followTrial(which: "first" | "second", trialEnd: number) {
  const trial = { subscriptionType: "trial", subscriptionStatus: "trial", accessEndsAt: trialEnd } as const;
  const member = await createMember({ ...trial, subscriptionEndsAt: trialEnd });
  const token = await tokenFor(member);
  let plan = await takeOut({ token, plan: "annual", isPaid: true });
  if (which === "second") {
    await request("/api/user/subscription/cancel", { token, json: {} });
    plan = await takeOut({ token, plan: "annual", isPaid: true });
  }
  expect(plan.opensWithPayment).toBe(which === "second");
  return { ...plan, member, token };
}

test.for(["first", "second"] as const)(
  "a %s attempt after a trial counts as a charging subscription, whatever access it gives",
  async (which) => {
    const { member, token } = await followTrial(which, Date.now() + 6 * DAY_MS);
    const kindsOf = async () =>
      (await rowsOf("select kind from transactional_mails where member_id = ?", member.id)).map(({ kind }) => kind);
    await writeNotices(contextAt(Date.now() + HOUR_MS));
    expect(await kindsOf()).not.toContain("trial-ends-week");

    const remove = () => request(`/api/admin/trial-users/${member.id}`, { method: "DELETE", admin: true });
    const extend = () => {
      const json = { requestId: crypto.randomUUID(), name: "Ana", email: member.email, trialMonths: 3 };
      return request("/api/admin/create-trial", { admin: true, json });
    };
    expect((await remove()).status).toBe(409);
    const refused = await extend();
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringMatching(/already has other access or will get it \(annual\)/),
    ]);

    const gift = await buyGift({ plan: "monthly", recipientEmail: member.email });
    const key = keysOf(gift).token;
    const page = await request(`/api/gifts/redeem?token=${key}`);
    expect(await page.json()).toMatchObject({
      waitsText: expect.stringContaining("starts automatically when your subscription ends"),
    });
    const redeemed = await request("/api/gifts/redeem", {
      json: { token: key, consent: true },
      address: uniqueAddress(),
    });
    expect(await redeemed.json()).toMatchObject({ isWaiting: true });
    await placeWaitingGifts(contextAt(Date.now()));
    expect((await giftRow(gift.id)).grantedAt).toBeNull();

    // Once cancelled, it no longer delays anything.
    const cancelled = await request("/api/user/subscription/cancel", { token, json: {} });
    expect(cancelled.status).toBe(200);
    expect((await giftRow(gift.id)).grantedAt).not.toBeNull();
  },
);

test("a gift doesn't wait forever for a second attempt that is never paid", async () => {
  const { member } = await followTrial("second", Date.now() + 6 * DAY_MS);
  const gift = await buyGift({ plan: "monthly", recipientEmail: member.email });
  const json = { token: keysOf(gift).token, consent: true };
  await request("/api/gifts/redeem", { json, address: uniqueAddress() });
  await placeWaitingGifts(contextAt(Date.now() + 7 * DAY_MS));
  expect((await giftRow(gift.id)).grantedAt).toBeNull();
  await placeWaitingGifts(contextAt(Date.now() + 9 * DAY_MS));
  expect((await giftRow(gift.id)).grantedAt).not.toBeNull();
});

test("subscription rows from before the wallet columns keep the access they granted", async () => {
  const first = await takeOut();
  const second = await takeOut({ token: first.token ?? "", plan: "annual" });
  const older = "update subscriptions set unpaid_from = null, unpaid_until = null, payer_id = null where id = ?";
  await rowsOf(older, second.subscriptionId);
  const now = Date.now();
  await syncSubscription(contextAt(now), second.subscriptionId);
  expect(Number((await grantOf(second.subscriptionId))?.until)).toBeGreaterThan(now + 47 * HOUR_MS);
});

test("the wallet ID is in the export and purged with the member's other data", async () => {
  const { MEMBER_RULES } = await import("../../privacy/retention/retention-rules.queries.ts");
  const { personOf } = await import("../../privacy/retention/purge-members.ts");
  const { purge, hidden = [], shown } = MEMBER_RULES.subscriptions ?? {};
  const person = personOf(contextAt(Date.now()), { id: "", emailKey: "" });
  expect(typeof purge === "function" && purge(person)).toMatchObject({ payer_id: null });
  expect(hidden).not.toContain("payer_id");
  expect(shown?.(person) ?? {}).not.toHaveProperty("payer_id");
  const { subscriptionId, payerId } = await takeOut({ email: uniqueEmail() });
  expect(await rowsOf("select payer_id from subscriptions where id = ?", subscriptionId)).toEqual([
    { payer_id: payerId },
  ]);
});
