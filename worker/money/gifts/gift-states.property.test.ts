import { env } from "cloudflare:workers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY_MS } from "#domain/durations.ts";
import { hasAccess } from "#domain/rules/access.ts";
import { addMonths } from "#domain/rules/instants.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { db, rowsOf, uniqueAddress } from "#test/worker/factories.ts";
import { capture, giftRequest, giftRow, keysOf, redeem } from "#test/worker/gifts.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { selectMemberByEmail } from "../../account/member/members.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import type { PayPal } from "../../kernel/paypal/paypal.ts";
import { PayPalError } from "../../kernel/paypal/paypal-error.ts";
import { orderGift } from "./order-gift.ts";
import { settleOpenOrders } from "./pay-gift.ts";
import { placeWaitingGifts } from "./place-gifts.ts";
import { correctGift } from "./read-gift.ts";
import { refundGift, syncGiftPayment } from "./refund-gift.ts";
import { sendGiftMails } from "./send-gift-mails.ts";

const START = Date.now();

/** PayPal with one order: what its buyer and owner did, and whether it responds. */
function payPalWith(customId: string) {
  const at = { isDown: false, status: "CREATED", isBack: false };
  const amount = { cents: 7999, currency: "USD" };
  const capture = () => ({ id: `C-${customId}`, status: at.isBack ? "REFUNDED" : "COMPLETED", amount });
  const order = () => ({
    id: `O-${customId}`,
    status: at.status,
    customId,
    amount,
    captures: at.status === "COMPLETED" ? [capture()] : [],
  });
  const answer = async <T>(make: () => T) => {
    if (at.isDown) throw new PayPalError(true, { operation: "test", status: null, issue: null, debugId: null });
    return make();
  };
  const captureOrder = () => answer(() => Object.assign(at, { status: "COMPLETED" }) && order());
  const refund = () =>
    answer(() => Object.assign(at, { isBack: true }) && { id: `R-${customId}`, status: "COMPLETED" });
  const calls = {
    createOrder: () => answer(order),
    readOrder: () => answer(order),
    readCapture: () => answer(capture),
  };
  return { at, paypal: { ...calls, captureOrder, refund } as unknown as PayPal };
}

type Step = "approve" | "capture" | "hour" | "tick" | "correct" | "redeem" | "refund" | "back" | "down" | "up" | number;

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom<Step>("approve", "capture", "hour", "tick", "correct", "redeem", "refund", "back"),
  },
  { weight: 1, arbitrary: fc.constantFrom<Step>("down", "up") },
  { weight: 2, arbitrary: fc.constantFrom(1, 20, 200) },
);

test("in any order of events, a gift is paid once, opened at most once, and gives access only while paid", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const input = giftRequest();
      const { at, paypal } = payPalWith(input.requestId);
      let now = START;
      const ctx = (): Ctx => ({ ...contextAt(now), paypal });
      await orderGift(ctx(), { ...input, network: uniqueAddress() });
      const gift = () => giftRow(input.requestId);
      // The correct result, worked out from the steps alone.
      const should = { openedAt: null as number | null, endedAt: null as number | null };

      for (const what of [...steps, "up", "hour"] as Step[]) {
        if (typeof what === "number") now += what * DAY_MS;
        now += 1000;
        const before = await gift();
        const attempt = (work: Promise<unknown>) => work.then(() => true).catch(() => false);
        switch (what) {
          case "approve":
            if (at.status === "CREATED") at.status = "APPROVED";
            break;
          case "capture":
            await attempt(capture(before.id, ctx()));
            break;
          case "hour":
            // With other tests' orders around, it stops as it should while PayPal is down.
            await settleOpenOrders(ctx()).catch((error: unknown) => {
              if (!at.isDown) throw error;
            });
            await placeWaitingGifts(ctx());
            break;
          case "tick":
            await sendGiftMails(ctx(), { tickAt: 0 });
            break;
          case "correct":
            await attempt(correctGift(ctx(), { order: keysOf(before).order, recipientEmail: uniqueEmail() }));
            break;
          case "redeem": {
            const isOpen = before.paidAt !== null && before.refundedAt === null && (before.expiresAt ?? 0) > now;
            const hasOpened = await attempt(redeem(before, ctx()));
            expect(hasOpened).toBe(isOpen && should.openedAt === null);
            if (hasOpened) should.openedAt = now;
            break;
          }
          case "refund": {
            const request = { requestId: crypto.randomUUID(), reason: "Asked" };
            const isRefunded = await attempt(refundGift(ctx(), { id: before.id, ...request }));
            if (isRefunded) expect(should.openedAt).toBeNull();
            break;
          }
          case "back":
            if (at.status === "COMPLETED" && !at.isDown) {
              at.isBack = true;
              await syncGiftPayment(ctx(), `C-${before.id}`);
              if (before.paidAt !== null) should.endedAt ??= now;
            }
            break;
          case "down":
          case "up":
            at.isDown = what === "down";
        }
        const { paidAt, redeemedAt, refundedAt, recipientEmail } = await gift();
        const [member] = await selectMemberByEmail(db, recipientEmail);
        const opened = should.openedAt;
        const until = opened === null ? 0 : Math.min(addMonths(opened, 12, input.timezone), should.endedAt ?? Infinity);
        expect(member ? hasAccess(member, now) : false).toBe(opened !== null && opened <= now && now < until);
        expect(redeemedAt).toBe(opened);
        // Only received money is kept, and we only refund gifts that no one has opened.
        if (refundedAt !== null) expect(paidAt).not.toBeNull();
      }
      const { id, paidAt } = await gift();
      const payments = await rowsOf("select id from payments where gift_id = ?", id);
      expect(payments).toHaveLength(paidAt === null ? 0 : 1);
      const grants = await rowsOf("select id from access_grants where source = 'gift' and source_id = ?", id);
      expect(grants).toHaveLength(should.openedAt === null ? 0 : 1);
      const mails = await rowsOf(
        "select kind from transactional_mails where json_extract(parameters, '$.giftId') = ?",
        id,
      );
      expect(new Set(mails.map(({ kind }) => kind)).size).toBe(mails.length);
      await env.DB.prepare("update gifts set created_at = 0, next_mail_at = null where id = ?").bind(id).run();
    }),
    { numRuns: 25 },
  );
}, 300_000);
