import { expect, test } from "vitest";
import { createMember, rowsOf, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { buyGift, type giftRow, keysOf } from "#test/worker/gifts.ts";
import { contextAt, hourAt } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { accessEndOf, buy, payPal, report, startCheckout } from "#test/worker/purchases.ts";
import { request } from "#test/worker/request.ts";
import type { Member } from "../account/member/member.ts";
import { reopen } from "./keep-account.ts";

async function close(memberId: string): Promise<void> {
  const [row] = await rowsOf("select email from members where id = ?", memberId);
  const token = await tokenFor({ id: memberId, email: String(row?.email) } as Member, Date.now(), { isByMail: true });
  const json = { word: "DELETE" };
  const response = await request("/api/user/privacy/delete", { token, json, address: uniqueAddress() });
  expect(response.status).toBe(200);
}

const keep = (memberId: string) => reopen(contextAt(Date.now()), memberId);

async function hasAccess(memberId: string): Promise<boolean> {
  return ((await accessEndOf(memberId)) ?? 0) > Date.now();
}

async function redeem(gift: Awaited<ReturnType<typeof giftRow>>): Promise<string> {
  const json = { token: keysOf(gift).token, consent: true };
  expect((await request("/api/gifts/redeem", { json, address: uniqueAddress() })).status).toBe(200);
  const [row] = await rowsOf("select member_id from gifts where id = ?", gift.id);
  return String(row?.member_id);
}

test("buying with a closed account's email is refused, and the owner gets the restore link once a day", async () => {
  const { memberId, email = "" } = await buy();
  await close(memberId);
  const ways = async () => (await outboxOf(email)).filter(({ text }) => text.includes("?keep="));
  expect(await ways()).toHaveLength(1);
  for (let time = 0; time < 3; time += 1) {
    const { response } = await startCheckout({ email: email.toUpperCase() });
    expect(response.status).toBe(409);
  }
  const [again, first] = await ways();
  const linkIn = (text = "") => /http\S+\?keep=\S+/.exec(text)?.[0];
  expect(linkIn(again?.text)).toBe(linkIn(first?.text));
  const sets = "select id from members where email_key = ?";
  expect(await rowsOf(sets, email.toLowerCase())).toEqual([{ id: memberId }]);
  const [, token] = linkIn(again?.text)?.split("keep=") ?? [];
  const kept = await request("/api/auth/keep-account", { json: { token }, address: uniqueAddress() });
  expect([kept.status, await kept.json()]).toEqual([200, { email }]);
});

test("an address whose account can't be restored, or never could be, can buy like any other", async () => {
  const [over, removed] = [await buy(), await createMember()];
  await close(over.memberId);
  await rowsOf("update auth_tokens set expires_at = 1 where member_id = ?", over.memberId);
  await rowsOf("update members set deleted_at = 1 where id = ?", removed.id);
  for (const email of [over.email ?? "", removed.email])
    expect((await startCheckout({ email })).response.status).toBe(200);
});

test.for([
  ["refunded", { action: "refund" }, "PAYMENT.SALE.REFUNDED"],
  ["reversed", { action: "reverse" }, "PAYMENT.SALE.REVERSED"],
] as const)(
  "a payment %s while the account was closed doesn't give access after the restore",
  async ([, act, type]) => {
    const { subscriptionId, memberId } = await buy();
    expect(await hasAccess(memberId)).toBe(true);
    await close(memberId);
    await payPal.control({ ...act, id: subscriptionId });
    expect((await report(subscriptionId, type)).status).toBe(200);
    await keep(memberId);
    expect(await hasAccess(memberId)).toBe(false);
  },
);

test("an unreported refund made while the account was closed is found within the hour", async () => {
  const { subscriptionId, memberId } = await buy();
  await close(memberId);
  await payPal.control({ action: "refund", id: subscriptionId });
  await keep(memberId);
  await hourAt(Date.now());
  expect(await hasAccess(memberId)).toBe(false);
});

test("unrefunded paid time is restored with the account and survives a sync", async () => {
  const { memberId } = await buy();
  const before = await accessEndOf(memberId);
  await close(memberId);
  expect(await hasAccess(memberId)).toBe(false);
  await keep(memberId);
  const back = await accessEndOf(memberId);
  await hourAt(Date.now());
  expect([await hasAccess(memberId), await accessEndOf(memberId)]).toEqual([true, back]);
  // The deletion cancelled it, so it no longer has a grace period.
  expect(back).toBeLessThanOrEqual(before ?? 0);
});

test("a gift refunded while the account was closed isn't restored with the account, but others are", async () => {
  for (const isRefunded of [true, false]) {
    const gift = await buyGift();
    const memberId = await redeem(gift);
    const before = await accessEndOf(memberId);
    await close(memberId);
    if (isRefunded) {
      await payPal.control({ action: "refund", id: gift.orderId ?? "" });
      expect((await report(gift.orderId ?? "", "PAYMENT.CAPTURE.REFUNDED")).status).toBe(200);
    }
    await keep(memberId);
    if (isRefunded) expect(await hasAccess(memberId)).toBe(false);
    else expect(await accessEndOf(memberId)).toBe(before);
  }
});
