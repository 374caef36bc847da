import { expect, test } from "vitest";
import { rowsOf, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { buyGift, type giftRow, keysOf } from "#test/worker/gifts.ts";
import { contextAt, hourAt } from "#test/worker/jobs.ts";
import { accessEndOf, buy, payPal, tell } from "#test/worker/purchases.ts";
import { request } from "#test/worker/request.ts";
import { reopen } from "./keep-account.ts";

async function close(memberId: string): Promise<void> {
  const [row] = await rowsOf("select email from members where id = ?", memberId);
  const token = await tokenFor({ id: memberId, email: String(row?.email) } as Parameters<typeof tokenFor>[0]);
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

test.for([
  ["refunded", { action: "refund" }, "PAYMENT.SALE.REFUNDED"],
  ["reversed", { action: "reverse" }, "PAYMENT.SALE.REVERSED"],
] as const)("what was paid and %s while the account was closed does not come back with it", async ([, act, type]) => {
  const { subscriptionId, memberId } = await buy();
  expect(await hasAccess(memberId)).toBe(true);
  await close(memberId);
  await payPal.control({ ...act, id: subscriptionId });
  expect((await tell(subscriptionId, type)).status).toBe(200);
  await keep(memberId);
  expect(await hasAccess(memberId)).toBe(false);
});

test("a refund that nobody told us of while the account was closed is found within the hour", async () => {
  const { subscriptionId, memberId } = await buy();
  await close(memberId);
  await payPal.control({ action: "refund", id: subscriptionId });
  await keep(memberId);
  await hourAt(Date.now());
  expect(await hasAccess(memberId)).toBe(false);
});

test("what was paid and not refunded comes back with the account, and stays when it is read again", async () => {
  const { memberId } = await buy();
  const before = await accessEndOf(memberId);
  await close(memberId);
  expect(await hasAccess(memberId)).toBe(false);
  await keep(memberId);
  const back = await accessEndOf(memberId);
  await hourAt(Date.now());
  expect([await hasAccess(memberId), await accessEndOf(memberId)]).toEqual([true, back]);
  // Cancelled by the deletion, it has no grace any more.
  expect(back).toBeLessThanOrEqual(before ?? 0);
});

test("a gift whose money went back while the account was closed does not come back with it; another does", async () => {
  for (const isRefunded of [true, false]) {
    const gift = await buyGift();
    const memberId = await redeem(gift);
    const before = await accessEndOf(memberId);
    await close(memberId);
    if (isRefunded) {
      await payPal.control({ action: "refund", id: gift.orderId ?? "" });
      expect((await tell(gift.orderId ?? "", "PAYMENT.CAPTURE.REFUNDED")).status).toBe(200);
    }
    await keep(memberId);
    if (isRefunded) expect(await hasAccess(memberId)).toBe(false);
    else expect(await accessEndOf(memberId)).toBe(before);
  }
});
