import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#domain/durations.ts";
import { hasAccess } from "#domain/rules/access.ts";
import { addMonths } from "#domain/rules/instants.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { db, rowsOf, uniqueAddress } from "#test/worker/factories.ts";
import { buyGift, giftRow, keysOf } from "#test/worker/gifts.ts";
import { contextAt, contextOvertaken } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { paypal } from "#test/worker/paypal.ts";
import { accessEndOf, report } from "#test/worker/purchases.ts";
import { request, requestWith } from "#test/worker/request.ts";
import { selectMemberByEmail } from "../../account/member/members.queries.ts";
import { sendDueMails } from "../../mail/send-transactional-mails.ts";
import type { Gift } from "./gifts.queries.ts";
import { refundGift, syncGiftPayment } from "./refund-gift.ts";

// Due emails are queried across the whole database.
beforeEach(() => db.batch([db.run("delete from transactional_mails"), db.run("delete from dispatcher")]));

function refund(gift: Gift, requestId = crypto.randomUUID()): Promise<Response> {
  const json = { requestId, reason: "Asked for it" };
  return requestWith({}, `/api/admin/gifts/${gift.id}/refund`, { json, admin: true, address: uniqueAddress() });
}

function redeem(gift: Gift): Promise<Response> {
  const json = { token: keysOf(gift).token, consent: true };
  return request("/api/gifts/redeem", { json, address: uniqueAddress() });
}

async function paymentOf(gift: Gift) {
  const [payment] = await rowsOf("select id, state, refunded_cents from payments where gift_id = ?", gift.id);
  return payment;
}

const refundsOf = (gift: Gift) =>
  rowsOf(
    "select r.done_at is not null as done, r.reason from refunds r join payments p on p.id = r.payment_id where p.gift_id = ?",
    gift.id,
  );

test("an unopened gift is refunded once, its link stops working, and its giver is notified", async () => {
  const gift = await buyGift();
  const requestId = crypto.randomUUID();
  for (let time = 0; time < 2; time += 1) expect((await refund(gift, requestId)).status).toBe(200);
  expect((await refund(gift)).status).toBe(409);
  expect(await refundsOf(gift)).toEqual([{ done: 1, reason: "Asked for it" }]);
  expect(await paymentOf(gift)).toMatchObject({ state: "refunded", refunded_cents: 7999 });
  expect((await redeem(gift)).status).toBe(410);
  const audited = await rowsOf("select details from audit where action = 'gift.refund' and subject = ?", gift.id);
  expect(audited).toHaveLength(1);
  expect(String(audited[0]?.details)).toContain("Asked for it");
  await sendDueMails(contextAt(Date.now()));
  expect((await outboxOf(gift.giverEmail)).map(({ subject }) => subject)).toContain("Your gift was refunded");
});

test("an opened gift isn't refunded", async () => {
  const gift = await buyGift();
  await redeem(gift);
  expect((await refund(gift)).status).toBe(409);
  expect(await paymentOf(gift)).toMatchObject({ state: "completed" });
});

test("a refund overtaken by the redemption leaves no pending refund", async () => {
  const gift = await buyGift();
  const asked = { id: gift.id, requestId: crypto.randomUUID(), reason: "Asked" };
  const ctx = contextOvertaken(Date.now(), () => redeem(gift));
  await expect(refundGift(ctx, asked)).rejects.toMatchObject({ code: "conflict" });
  expect((await giftRow(gift.id)).redeemedAt).not.toBeNull();
  expect(await refundsOf(gift)).toEqual([]);
});

test("money refunded while the gift is being opened ends the access it gave", async () => {
  const gift = await buyGift();
  const { id } = (await paymentOf(gift)) ?? {};
  await paypal.control({ action: "refund", id: gift.orderId ?? "" });
  await syncGiftPayment(
    contextOvertaken(Date.now(), () => redeem(gift)),
    String(id),
  );
  const [member] = await selectMemberByEmail(db, gift.recipientEmail);
  expect(member && hasAccess(member, Date.now())).toBe(false);
});

test("a refunded gift isn't refunded again for an earlier request that PayPal refused", async () => {
  const gift = await buyGift();
  expect((await refund(gift)).status).toBe(200);
  const { id } = (await paymentOf(gift)) ?? {};
  await env.DB.prepare(
    "insert into refunds (id, payment_id, amount_cents, currency, asked_at, last_error) values (?, ?, 7999, 'USD', 0, 'refused')",
  )
    .bind(crypto.randomUUID(), id)
    .run();
  expect((await refund(gift)).status).toBe(409);
  expect((await refundsOf(gift)).map(({ done }) => Number(done)).toSorted()).toEqual([0, 1]);
});

test("a refund whose response was lost is completed by a retry with any request ID", async () => {
  const gift = await buyGift();
  const { id } = (await paymentOf(gift)) ?? {};
  await paypal.arm({ kind: "drop_after_accept", times: 3, operation: "captures.refund", about: String(id) });
  expect((await refund(gift)).status).toBe(503);
  expect((await redeem(gift)).status).toBe(410);
  expect((await refund(gift)).status).toBe(200);
  expect(await refundsOf(gift)).toHaveLength(1);
  expect(await paymentOf(gift)).toMatchObject({ state: "refunded" });
}, 60_000);

test("a gift whose refund PayPal refuses can still be opened", async () => {
  const gift = await buyGift();
  await env.DB.prepare("update payments set id = id || 'X' where gift_id = ?").bind(gift.id).run();
  // PayPal doesn't know this payment.
  expect((await refund(gift)).status).toBe(503);
  expect(await paymentOf(gift)).toMatchObject({ state: "completed", refunded_cents: 0 });
  expect((await giftRow(gift.id)).nextMailAt).toBe(gift.deliverAt);
  expect((await redeem(gift)).status).toBe(200);
});

test("money refunded at PayPal ends the gift, opened or not", async () => {
  const [opened, waiting] = [await buyGift(), await buyGift()];
  await redeem(opened);
  for (const gift of [opened, waiting]) {
    await paypal.control({ action: "refund", id: gift.orderId ?? "" });
    const ctx = contextAt(Date.now());
    const { id } = (await paymentOf(gift)) ?? {};
    await syncGiftPayment(ctx, String(id));
    await syncGiftPayment(ctx, String(id));
    expect((await giftRow(gift.id)).refundedAt).not.toBeNull();
    expect(await paymentOf(gift)).toMatchObject({ state: "refunded", refunded_cents: 7999 });
  }
  const [member] = await selectMemberByEmail(db, opened.recipientEmail);
  expect(member && hasAccess(member, Date.now())).toBe(false);
  expect((await redeem(waiting)).status).toBe(410);
});

const untilOf = async ({ id }: Gift) =>
  Number((await rowsOf("select until from access_grants where source = 'gift' and source_id = ?", id))[0]?.until);

/** Gifts opened one after another by the same member, each added after the last. */
async function openInRow(...plans: Gift["plan"][]) {
  const recipientEmail = uniqueEmail();
  const opened: Gift[] = [];
  for (const plan of plans) {
    const gift = await buyGift({ plan: plan === "annual" ? "annual" : "monthly", recipientEmail });
    expect((await redeem(gift)).status).toBe(200);
    opened.push(await giftRow(gift.id));
  }
  return opened as [Gift, Gift, Gift];
}

async function takeBack({ orderId }: Gift) {
  await paypal.control({ action: "reverse", id: orderId ?? "" });
  expect((await report(orderId ?? "", "PAYMENT.CAPTURE.REVERSED")).status).toBe(200);
}

test.for(["monthly", "annual"] as const)(
  "reversing an annual gift leaves the %s gift after it with only its own time",
  async (plan) => {
    const [year, behind] = await openInRow("annual", plan);
    const memberId = String(behind.memberId);
    for (let times = 0; times < 2; times += 1) await takeBack(year);
    const own = addMonths(Date.now(), plan === "annual" ? 12 : 1, "America/Chicago");
    expect(Math.abs(((await accessEndOf(memberId)) ?? 0) - own)).toBeLessThan(2 * DAY_MS);
    expect(await untilOf(behind)).toBe(await accessEndOf(memberId));
  },
);

test("refunding a gift doesn't affect the one before it and moves up the one after it by its own time", async () => {
  const [first, month, last] = await openInRow("annual", "monthly", "annual");
  const [before, between, behind] = [await untilOf(first), await untilOf(month), await untilOf(last)];
  await takeBack(month);
  expect(await untilOf(first)).toBe(before);
  // Months differ by up to three days.
  expect(Math.abs(behind - (await untilOf(last)) - (between - before))).toBeLessThan(4 * DAY_MS);
});

test("if a mostly used gift is refunded, the gift after it moves up only by the unused time", async () => {
  const [used, behind] = await openInRow("monthly", "monthly");
  const back = "starts_at = starts_at - ?1, until = until - ?1, paid_until = paid_until - ?1";
  await rowsOf(`update access_grants set ${back} where source_id in (?2, ?3)`, 25 * DAY_MS, used.id, behind.id);
  await takeBack(used);
  expect(await untilOf(behind)).toBeGreaterThan(Date.now() + 27 * DAY_MS);
  expect(await untilOf(behind)).toBeLessThan(Date.now() + 32 * DAY_MS);
});

test("the administrator sees gifts by the giver's or recipient's address", async () => {
  const gift = await buyGift();
  for (const address of [gift.giverEmail.toUpperCase(), gift.recipientEmail]) {
    const list = await request(`/api/admin/gifts?${new URLSearchParams({ address })}`, { admin: true });
    expect(await list.json()).toMatchObject([{ id: gift.id, state: "waiting", canRefund: true, memberId: null }]);
  }
});

test("the administrator finds gifts by part of a name or a whole address, and filters them by state", async () => {
  const gift = await buyGift();
  const giver = `Quince ${crypto.randomUUID().slice(0, 8)}`;
  await rowsOf("update gifts set giver_name = ? where id = ?", giver, gift.id);
  const found = async (query: Record<string, string>) => {
    const list = await request(`/api/admin/gifts?${new URLSearchParams(query)}`, { admin: true });
    return (await list.json<{ id: string }[]>()).filter(({ id }) => id === gift.id).length;
  };
  const states = async () =>
    Promise.all(
      ["open", "redeemed", "expired", "refunded"].map((state) =>
        found({ address: giver.slice(0, 12).toUpperCase(), state }),
      ),
    );
  expect(await found({ address: giver.slice(0, 12).toUpperCase() })).toBe(1);
  const { giverEmail } = await giftRow(gift.id);
  expect([await found({ address: giverEmail }), await found({ address: giverEmail.slice(1) })]).toEqual([1, 0]);
  expect(await states()).toEqual([1, 0, 0, 0]);
  await rowsOf("update gifts set expires_at = 1 where id = ?", gift.id);
  expect(await states()).toEqual([0, 0, 1, 0]);
  await rowsOf("update gifts set redeemed_at = 1 where id = ?", gift.id);
  expect(await states()).toEqual([0, 1, 0, 0]);
  await rowsOf("update gifts set refunded_at = 1 where id = ?", gift.id);
  expect(await states()).toEqual([0, 0, 0, 1]);
});
