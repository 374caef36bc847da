import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createMember, rowsOf, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { buyGift, keysOf } from "#test/worker/gifts.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { buy, report } from "#test/worker/purchases.ts";
import { request } from "#test/worker/request.ts";
import { insertLink } from "../account/auth-tokens.queries.ts";
import type { Member } from "../account/member/member.ts";
import { newLink } from "../account/single-use-link.ts";
import { readConfig } from "../kernel/env.ts";
import { tokenOf } from "../kernel/links/signing-keys.ts";

const GRANTED_AT = Date.UTC(2027, 0, 2, 3, 4, 5);
const REASON = "Ordered by mistake";

/** A member's data copy, as text and by table. */
async function exportOf(member: Pick<Member, "id" | "email">) {
  const config = readConfig(env);
  const link = newLink(config, member, "export", Date.now());
  await insertLink(contextAt(Date.now()).db, link);
  const token = await tokenFor(member as Member);
  const json = { token: tokenOf(config, link.id) };
  const response = await request("/api/user/privacy/download", { token, json });
  expect(response.status).toBe(200);
  const { json: text } = await response.json<{ json: string }>();
  const { data } = JSON.parse(text) as { data: Record<string, Record<string, unknown>[]> };
  return { text, data };
}

/** One opened gift that waits until a subscription ends, one refunded before delivery, and one not yet delivered. */
async function giveThree() {
  const giver = await createMember();
  const { memberId } = await buy();
  const [row] = await rowsOf("select email from members where id = ?", memberId);
  const recipient = { id: memberId, email: String(row?.email) };
  const people = { giverEmail: giver.email, recipientEmail: recipient.email };
  const opened = await buyGift({ ...people, message: "Up you get!" });
  const refunded = await buyGift({ ...people, message: "Never to be read" });
  const coming = await buyGift({ ...people, message: "Not before the day" });
  for (const { orderId } of [opened, refunded, coming]) await report(orderId ?? "", "CHECKOUT.ORDER.APPROVED");
  const redeeming = { json: { token: keysOf(opened).token, consent: true }, address: uniqueAddress() };
  expect((await request("/api/gifts/redeem", redeeming)).status).toBe(200);
  const refund = { json: { requestId: crypto.randomUUID(), reason: REASON }, admin: true };
  expect((await request(`/api/admin/gifts/${refunded.id}/refund`, refund)).status).toBe(200);
  await rowsOf("update gifts set granted_at = ? where id = ?", GRANTED_AT, opened.id);
  const ids = [opened.id, refunded.id, coming.id];
  const payments = await rowsOf("select id from payments where gift_id in (?, ?, ?)", ...ids);
  return { giver, recipient, opened, refunded, coming, payments: payments.map(({ id }) => String(id)) };
}

const idsOf = (rows: Record<string, unknown>[] | undefined, column = "id") => (rows ?? []).map((row) => row[column]);

test("a gift recipient's export has what they received, and nothing about the giver or the payment", async () => {
  const { giver, recipient, opened, refunded, coming, payments } = await giveThree();
  const { text, data } = await exportOf(recipient);
  expect(idsOf(data.gifts)).toEqual([opened.id]);
  expect(data.gifts?.[0]).toMatchObject({ message: "Up you get!", member_id: recipient.id });
  expect(idsOf(data.transactional_mails)).toContain(`gift-waits:${opened.id}`);
  expect(idsOf(data.consents, "purpose")).toContain("gift_redemption");
  expect(data.refunds).toEqual([]);
  const others = [giver.email, ...payments, ...[opened, refunded, coming].map(({ orderId }) => String(orderId))];
  const words = [": 7999", "79.99", REASON, "gift-receipt", "gift-refunded", "gift-redeemed"];
  for (const foreign of [...others, ...words, refunded.id, coming.id, refunded.message, coming.message])
    expect(text).not.toContain(foreign);
});

test("a delivered gift is in the recipient's export before they open it", async () => {
  const { recipient, opened, coming } = await giveThree();
  await rowsOf("update gifts set mailed_at = 1 where id = ?", coming.id);
  const { data } = await exportOf(recipient);
  expect(idsOf(data.gifts).toSorted()).toEqual([opened.id, coming.id].toSorted());
});

test("a giver's export has their own payments and emails, and nothing about the recipient's membership", async () => {
  const { giver, recipient, opened, refunded, coming, payments } = await giveThree();
  const { text, data } = await exportOf(giver);
  expect(idsOf(data.gifts).toSorted()).toEqual([opened.id, refunded.id, coming.id].toSorted());
  expect(idsOf(data.payments).toSorted()).toEqual(payments.toSorted());
  expect(data.refunds).toMatchObject([{ reason: REASON, amount_cents: 7999 }]);
  expect(idsOf(data.provider_events, "subject")).toEqual(expect.arrayContaining([opened.orderId, refunded.orderId]));
  const mails = [`gift-receipt:${opened.id}`, `gift-redeemed:${opened.id}`, `gift-refunded:${refunded.id}`];
  expect(idsOf(data.transactional_mails)).toEqual(expect.arrayContaining(mails));
  expect(idsOf(data.consents, "purpose")).toEqual(["gift", "gift", "gift"]);
  const words = ["gift-waits", "gift-started", "gift_redemption", new Date(GRANTED_AT).toISOString()];
  for (const foreign of [recipient.id, ...words]) expect(text).not.toContain(foreign);
});
