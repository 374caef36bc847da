import type { DoneResponse, WithId } from "#domain/contract/members.ts";
import type { RefundRequest } from "#domain/contract/money/subscriptions.ts";
import { addMonths } from "#domain/rules/instants.ts";
import { longDateIn } from "#domain/rules/local-time.ts";
import { formatPrice } from "#domain/rules/plans.ts";
import { recomputeAccess } from "../../access/access-grants.queries.ts";
import { type Behind, endGiftGrant, selectGiftsBehind, shortenGiftGrant } from "../../access/gift-grants.queries.ts";
import { auditChange } from "../../audit/audit.queries.ts";
import { authorOf, type Ctx } from "../../kernel/context.ts";
import { conflict, notFound } from "../../kernel/errors.ts";
import { sendTransactionalMail } from "../../mail/send-transactional-mails.ts";
import { queueMailOnce } from "../../mail/transactional-mail.ts";
import { type Payment, setPaymentState, setRefunded } from "../payments.queries.ts";
import { refund } from "../refund/refund.ts";
import { isInWindow } from "../refund/refund-payment.ts";
import { hasChanged, insertAskedRefund, recordLoss, selectRefundsOfGift } from "../refund/refunds.queries.ts";
import { mailWords, monthsOf } from "./gift-words.ts";
import {
  closeGift,
  type Gift,
  reopenGift,
  returnGift,
  selectGift,
  selectGiftByPayment,
  selectPaymentOfGift,
} from "./gifts.queries.ts";

const ANSWER = { message: "Gift refunded. We've emailed the giver." };

function refundMail(ctx: Ctx, gift: Gift, amountCents: number) {
  const parameters = {
    ...mailWords(gift),
    dateText: longDateIn(gift.timezone, ctx.now),
    amountText: formatPrice(amountCents),
  };
  const addressee = { id: `gift-refunded:${gift.id}`, memberId: null, to: gift.giverEmail };
  return queueMailOnce(ctx, { kind: "gift-refunded", ...addressee, parameters });
}

async function sendBack(ctx: Ctx, gift: Gift, payment: Payment, { requestId, reason }: RefundRequest): Promise<void> {
  const { id: paymentId, amountCents } = payment;
  const mail = refundMail(ctx, gift, amountCents);
  const details = { paymentId, cents: amountCents, reason };
  const settled = () => [
    auditChange(ctx, { actor: "admin", action: "gift.refund", subject: gift.id, details }),
    setRefunded(ctx.db, paymentId, amountCents),
    mail.insert,
  ];
  const asked = { id: requestId, paymentId, amountCents };
  await refund(ctx, asked, { settled, refused: [reopenGift(ctx.db, gift)], mayBeBack: true });
  ctx.defer(sendTransactionalMail(ctx, mail));
}

/**
 * Refunds an unopened gift. It's closed before PayPal is called, so it can't be opened meanwhile. A repeat resumes where the first stopped.
 * @throws AppError `not_found`, `conflict` for a gift that was opened or refunded, `unavailable` while PayPal is away
 */
export async function refundGift(ctx: Ctx, { id, ...request }: WithId<RefundRequest>): Promise<DoneResponse> {
  const [[gift], [payment], refunds] = await ctx.db.batch([
    selectGift(ctx.db, id),
    selectPaymentOfGift(ctx.db, id),
    selectRefundsOfGift(ctx.db, id),
  ]);
  if (!gift || !payment) throw notFound("Gift");
  if (refunds.some((one) => one.id === request.requestId && one.doneAt !== null)) return ANSWER;
  if (gift.refundedAt === null) {
    const isWithinWindow = isInWindow(ctx, payment.paidAt);
    const by = { reason: request.reason, askedAt: ctx.now, askedBy: authorOf(ctx) };
    const { id: paymentId, amountCents, currency } = payment;
    const asked = { id: request.requestId, paymentId, amountCents, currency, isWithinWindow, ...by };
    const [closed] = await ctx.db.batch([closeGift(ctx.db, id, ctx.now), insertAskedRefund(ctx.db, asked, hasChanged)]);
    if (closed.length === 0) throw conflict("This gift has been opened, so it can't be refunded here.");
    await sendBack(ctx, gift, payment, request);
    return ANSWER;
  }
  // An earlier attempt got no clear answer. Its ID is reused, so only one refund is made.
  const started = refunds.find(({ doneAt }) => doneAt === null);
  if (!started || refunds.some(({ doneAt }) => doneAt !== null)) throw conflict("This gift has already been refunded.");
  await sendBack(ctx, gift, payment, { ...request, requestId: started.id });
  return ANSWER;
}

/** Takes the lost gift's remaining months off a later gift, whose own months stay. */
function withoutLost(ctx: Ctx, giftId: string, { id, plan, startsAt, lostPlan, lostUntil, timezone }: Behind) {
  const lostFrom = addMonths(lostUntil, -monthsOf({ plan: lostPlan }), timezone);
  const added = lostUntil - Math.max(ctx.now, lostFrom);
  const least = addMonths(startsAt, monthsOf({ plan }), timezone);
  return shortenGiftGrant(ctx.db, id, { giftId, added, least });
}

/**
 * Reads a gift's payment at PayPal and ends the gift, opened or not, if its money went back. @throws PayPalError
 * @returns the member who lost access by it
 */
export async function syncGiftPayment(ctx: Ctx, paymentId: string, isReversed = false): Promise<string | null> {
  const [found] = await selectGiftByPayment(ctx.db, paymentId);
  if (!found || !ctx.paypal) return null;
  const { gift, payment } = found;
  const capture = await ctx.paypal.readCapture(paymentId);
  if (capture?.status !== "REFUNDED" && !isReversed) {
    if (capture?.status === "PARTIALLY_REFUNDED" && payment.state === "completed")
      await setPaymentState(ctx.db, paymentId, { state: "partially_refunded" });
    return null;
  }
  const reason = isReversed ? "reversed" : "refunded";
  const details = { paymentId, cents: payment.amountCents, reason };
  const behind = await selectGiftsBehind(ctx.db, gift.id, ctx.now);
  await ctx.db.batch([
    ...recordLoss(ctx.db, paymentId, { isReversal: isReversed, now: ctx.now }),
    setPaymentState(ctx.db, paymentId, { state: reason, refundedCents: payment.amountCents }),
    returnGift(ctx.db, gift.id, ctx.now),
    auditChange(ctx, { actor: "system", action: "gift.refund", subject: gift.id, details }),
    ...behind.map((one) => withoutLost(ctx, gift.id, one)),
    endGiftGrant(ctx.db, gift.id, reason, ctx.now),
    ...(gift.memberId === null ? [] : [recomputeAccess(ctx.db, [gift.memberId], { now: ctx.now })]),
    ...(gift.redeemedAt === null && !isReversed ? [refundMail(ctx, gift, payment.amountCents).insert] : []),
  ]);
  if (gift.memberId !== null) return gift.memberId;
  // It may have been opened during the call to PayPal.
  const [now] = await selectGift(ctx.db, gift.id);
  if (now?.memberId) await recomputeAccess(ctx.db, [now.memberId], { now: ctx.now });
  return now?.memberId ?? null;
}
