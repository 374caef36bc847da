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
const ASKED = "Cancelled as it was asked for";

type Refused = Extract<Applied, { state: "foreign" }>;

/**
 * Ends at PayPal what is refused and yet ours to end: what an account that is closed is charged for, what has lost the payment of the
 * time that runs, and what somebody has asked to end. Of the reading nothing is stored but that.
 * @throws PayPalError while PayPal has not ended it, so that it is tried again
 */
export async function endRefused(ctx: Ctx, id: string, { closed, loss }: Refused): Promise<void> {
  if (closed) return endForClosed(ctx, id, closed);
  if (loss) await endLost(ctx, id, loss);
  await endAsAsked(ctx, id);
}

/** Its money is gone, and the access with it: here at once, and at PayPal by the wish that is kept. */
async function endLost(ctx: Ctx, id: string, { payments, last, reason }: Loss): Promise<void> {
  const [[known], stored] = await ctx.db.batch([
    selectSubscription(ctx.db, id),
    selectPaymentsOfSubscription(ctx.db, id),
  ]);
  if (!known || (known.revokedAt !== null && known.revokedAt >= last.paidAt)) return;
  // What is refused was charged for another price or plan: of such payments none becomes ours.
  const ours = payments.filter((payment) => stored.some((one) => one.id === payment.id));
  const lost = ours.filter(({ state }) => state === "refunded");
  const details = { subscriptionId: id, plan: known.plan, paymentId: last.id };
  await ctx.db.batch([
    loseSubscription(ctx.db, id, { reason, now: ctx.now }),
    ...ours.map((payment) => putPayment(ctx.db, payment)),
    ...lost.flatMap((payment) => recordLoss(ctx.db, payment.id, { isReversal: false, now: ctx.now })),
    loseSubscriptionGrant(ctx.db, id, reason, ctx.now),
    recomputeAccess(ctx.db, [known.memberId], { now: ctx.now }),
    auditOnce(ctx, { actor: "paypal", action: "subscription.lost", subject: known.memberId, details }),
  ]);
}

/** Whether PayPal knows it: what it does not know it does not charge either. */
async function endAtPayPal(ctx: Ctx, id: string, reason: string): Promise<boolean> {
  const status = await requirePayPal(ctx).cancelSubscription(id, reason);
  if (status === null || !isLive({ status })) return status !== null;
  throw new PayPalError(true, { operation: "cancel subscription", status: 422, issue: `STILL_${status}` });
}

/** Whose account is closed is charged no more, and what was charged since goes back. */
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

/** Access lasts as long as it is paid as far as we know, and the member is told so. */
async function endAsAsked(ctx: Ctx, id: string): Promise<void> {
  const [known] = await selectSubscription(ctx.db, id);
  if (!known || !isLive(known) || known.cancelAskedAt === null) return;
  const { memberId, plan, cancelledBy: by, paidUntil } = known;
  const reason = known.cancelReason ?? ASKED;
  // Nothing was cancelled then, and nobody is told so; as a difference it stands on Overview.
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
