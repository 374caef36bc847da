import { recomputeAccess } from "../../access/access-grants.queries.ts";
import { endSubscriptionGrant, loseSubscriptionGrant } from "../../access/subscription-grants.queries.ts";
import { selectMember } from "../../account/member/members.queries.ts";
import { auditEvent, auditOnce } from "../../audit/audit.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import { log } from "../../kernel/log.ts";
import { PayPalError } from "../../kernel/paypal/paypal-error.ts";
import { placeGifts } from "../gifts/place-gifts.ts";
import { endMailsFor } from "../payment-mails.ts";
import { putPayment, selectPaymentsOfSubscription } from "../payments.queries.ts";
import { refundClosed } from "../refund/refund-closed.ts";
import { recordLoss } from "../refund/refunds.queries.ts";
import type { Loss } from "./check-subscription.ts";
import { type Applied, type Closed, requirePayPal } from "./store-reading.ts";
import { isLive } from "./subscription-states.ts";
import {
  closeSubscription,
  loseSubscription,
  selectAccessBeside,
  selectSubscription,
} from "./subscriptions.queries.ts";

const ACCOUNT_CLOSED = "The account is closed";
const ASKED = "Cancelled as requested";

type Refused = Extract<Applied, { state: "foreign" }>;

/**
 * Cancels a refused subscription at PayPal if its account is closed, its current payment was lost, or someone asked to cancel.
 * @throws PayPalError while PayPal hasn't cancelled it, so that it's tried again
 */
export async function endRefused(ctx: Ctx, id: string, { closed, loss }: Refused): Promise<void> {
  if (closed) return endForClosed(ctx, id, closed);
  if (loss) await endLost(ctx, id, loss);
  await endAsAsked(ctx, id);
}

/** Ends access here immediately, and asks for a cancellation at PayPal. */
async function endLost(ctx: Ctx, id: string, { payments, last, reason }: Loss): Promise<void> {
  const [[known], stored] = await ctx.db.batch([
    selectSubscription(ctx.db, id),
    selectPaymentsOfSubscription(ctx.db, id),
  ]);
  if (!known || (known.revokedAt !== null && known.revokedAt >= last.paidAt)) return;
  // A refused payment was for another price or plan, so only payments stored before count.
  const ours = payments.filter((payment) => stored.some((one) => one.id === payment.id));
  const lost = ours.filter(({ state }) => state === "refunded");
  const details = { subscriptionId: id, plan: known.plan, paymentId: last.id };
  await ctx.db.batch([
    loseSubscription(ctx.db, id, reason, ctx.now),
    ...ours.map((payment) => putPayment(ctx.db, payment)),
    ...lost.flatMap((payment) => recordLoss(ctx.db, payment.id, { isReversal: false, now: ctx.now })),
    loseSubscriptionGrant(ctx.db, id, reason, ctx.now),
    recomputeAccess(ctx.db, [known.memberId], { now: ctx.now }),
    auditOnce(ctx, { actor: "paypal", action: "subscription.lost", subject: known.memberId, details }),
  ]);
}

/** @returns whether PayPal knows it. PayPal doesn't charge for a subscription it doesn't know. */
async function endAtPayPal(ctx: Ctx, id: string, reason: string): Promise<boolean> {
  const status = await requirePayPal(ctx).cancelSubscription(id, reason);
  if (status === null || !isLive({ status })) return status !== null;
  throw new PayPalError(true, { operation: "cancel subscription", status: 422, issue: `STILL_${status}` });
}

/** Cancels a closed account's subscription and refunds what was charged since. */
async function endForClosed(ctx: Ctx, id: string, closed: Closed): Promise<void> {
  const reason = ACCOUNT_CLOSED;
  if (isLive(closed.read)) {
    await endAtPayPal(ctx, id, reason);
    log("error", "closed_account_charged", { subscriptionId: id });
    const details = { by: "account_closed" };
    await auditEvent(ctx, { actor: "system", action: "subscription.cancel", subject: id, details });
  }
  await refundClosed(ctx, closed);
  await closeSubscription(ctx.db, id, { reason, now: ctx.now });
}

/** Access lasts through the paid time as far as we know, and the member gets an email. */
async function endAsAsked(ctx: Ctx, id: string): Promise<void> {
  const [known] = await selectSubscription(ctx.db, id);
  if (!known || !isLive(known) || known.cancelAskedAt === null) return;
  const { memberId, plan, cancelledBy: by, paidUntil } = known;
  const reason = known.cancelReason ?? ASKED;
  // Nothing was cancelled, so no one is emailed. Overview shows it as a difference.
  if (!(await endAtPayPal(ctx, id, reason))) return;
  const [member] = await selectMember(ctx.db, memberId);
  const beside = await selectAccessBeside(ctx.db, known, ctx.now);
  const ending = { before: known, after: { ...known, status: "CANCELLED" as const }, beside };
  const accessUntil = known.revokedAt ?? paidUntil ?? ctx.now;
  const mails = member ? endMailsFor(ctx, { ...ending, member, accessUntil }) : [];
  const details = { subscriptionId: id, plan, ...(by ? { by } : {}) };
  await ctx.db.batch([
    closeSubscription(ctx.db, id, { reason, now: ctx.now }),
    endSubscriptionGrant(ctx.db, id, ctx.now),
    recomputeAccess(ctx.db, [memberId], { now: ctx.now }),
    auditOnce(ctx, { actor: "paypal", action: "subscription.cancel", subject: memberId, details }),
    ...mails.map(({ insert }) => insert),
  ]);
  await placeGifts(ctx, memberId);
}
