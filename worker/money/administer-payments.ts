import type { DoneResponse } from "#domain/contract/members.ts";
import { DEFAULT_CANCEL_REASON, type MemberPayments } from "#domain/contract/money/subscriptions.ts";
import { isoOrNull } from "#domain/rules/instants.ts";
import { longDateIn } from "#domain/rules/local-time.ts";
import { refundEffect } from "#domain/rules/refunds.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { auditEvent } from "../audit/audit.queries.ts";
import type { Ctx } from "../kernel/context.ts";
import { conflict, notFound } from "../kernel/errors.ts";
import { type Payment, selectPaymentsOf } from "./payments.queries.ts";
import { isInWindow, refundable, windowEnd } from "./refund/refund-payment.ts";
import { selectRefundsOf } from "./refund/refunds.queries.ts";
import { toPayment } from "./subscriptions/my-subscription.ts";
import { requirePayPal } from "./subscriptions/store-reading.ts";
import { isCancelPending, isDouble, isLive, opensWithPayment } from "./subscriptions/subscription-states.ts";
import {
  type OwnedSubscription,
  selectSubscription,
  selectSubscriptionsOf,
} from "./subscriptions/subscriptions.queries.ts";
import { cancelSubscription, syncSubscription } from "./subscriptions/sync-subscription.ts";

const dayOf = (at: number) => longDateIn(DEFAULT_ZONE, at);

function sentencesOf(owned: OwnedSubscription, now: number): string {
  const { subscription } = owned;
  const isAsked = isCancelPending(subscription);
  const sentence = sentenceOf(owned, now, isLive(subscription) && !isAsked);
  if (!isAsked) return sentence;
  return `${sentence} PayPal hasn't confirmed the cancellation yet and may charge until it does. We'll try again within the hour.`;
}

function sentenceOf({ subscription, accessUntil }: OwnedSubscription, now: number, isCharged: boolean) {
  const { revokedAt, failedAt, status, paidUntil, lastPaymentAt } = subscription;
  const end = accessUntil === null ? "" : dayOf(accessUntil - 1);
  if (revokedAt !== null)
    return `The last payment was ${subscription.revokeReason}. Access ended on ${dayOf(revokedAt)}.`;
  if (isCharged && failedAt === null && opensWithPayment(subscription))
    return "Approved. Access starts with the first payment, because an earlier subscription from this member or PayPal account was never paid for.";
  if (accessUntil === null || accessUntil <= now)
    return `${end ? `Its access ended on ${end}.` : "It gave no access."}${isCharged ? " PayPal may still charge for it." : ""}`;
  if (failedAt !== null && lastPaymentAt === null)
    return `The first charge failed on ${dayOf(failedAt)}. Access until ${end}, with no grace period.`;
  if (failedAt !== null)
    return `A charge failed on ${dayOf(failedAt)}. Access until ${end}, the end of the grace period.`;
  if (!isCharged) return `${lastPaymentAt === null ? "Access" : "Paid. Access"} until ${end}.`;
  if (lastPaymentAt === null) return `Approved, waiting for its first payment. Access until ${end}.`;
  return `Paid until ${dayOf(paidUntil ?? accessUntil)}. Access until ${end}, including the grace period.${status === "ACTIVE" ? "" : " Suspended."}`;
}

function isOpen({ subscriptionId }: Payment, owned: OwnedSubscription[], now: number): boolean {
  const of = owned.find(({ subscription }) => subscription.id === subscriptionId);
  return of !== undefined && of.subscription.revokedAt === null && (of.accessUntil ?? 0) > now;
}

export async function readMemberPayments(ctx: Ctx, { id: memberId }: { id: string }): Promise<MemberPayments> {
  const [owned, payments, refunds] = await ctx.db.batch([
    selectSubscriptionsOf(ctx.db, memberId),
    selectPaymentsOf(ctx.db, memberId),
    selectRefundsOf(ctx.db, memberId),
  ]);
  return {
    subscriptions: owned.map((one) => {
      const { id, plan, status, failedPayments, cancelledBy, cancelReason, lastEvent, difference, ...at } =
        one.subscription;
      return {
        id,
        plan,
        status,
        failedPayments,
        cancelledBy,
        cancelReason,
        lastEvent,
        difference,
        ours: sentencesOf(one, ctx.now),
        nextBillingAt: isoOrNull(at.nextBillingAt),
        isCancelPending: isCancelPending(one.subscription),
        lastEventAt: isoOrNull(at.lastEventAt),
        readAt: new Date(at.readAt).toISOString(),
        isDouble: isDouble(one, owned),
      };
    }),
    payments: payments.map((stored) => ({
      ...toPayment(stored),
      subscriptionId: stored.subscriptionId,
      feeCents: stored.feeCents,
      refundableCents: refundable(stored),
      isWithinWindow: isInWindow(ctx, stored.firstPaidAt ?? stored.paidAt),
      windowEndsAt: new Date(windowEnd(stored.firstPaidAt ?? stored.paidAt)).toISOString(),
      effect: refundEffect({ isLast: stored.isLast === 1, isOpen: isOpen(stored, owned, ctx.now) }),
      refunds: refunds
        .filter(({ paymentId }) => paymentId === stored.id)
        .map(({ doneAt, amountCents, reason, by }) => ({
          at: new Date(doneAt).toISOString(),
          amountCents,
          reason,
          by,
        })),
    })),
  };
}

/** Reads a subscription at PayPal and corrects ours. @throws AppError `not_found`, `conflict`, `unavailable` */
export async function syncByAdministrator(ctx: Ctx, { id, sid }: { id: string; sid: string }): Promise<DoneResponse> {
  const [known] = await selectSubscription(ctx.db, sid);
  if (known?.memberId !== id) throw notFound("Subscription");
  const applied = await syncSubscription(ctx, sid);
  await auditEvent(ctx, { actor: "admin", action: "subscription.heal", subject: id, details: { subscriptionId: sid } });
  if (applied.state !== "applied")
    throw conflict("PayPal's record of this subscription doesn't match what was ordered.");
  return { message: `Synced with PayPal: ${applied.subscription.status}. Access is up to date.` };
}

/**
 * Cancels a subscription at PayPal, ours or not. One that is over counts as cancelled.
 * @throws AppError `not_found` if PayPal doesn't know it, `conflict` if PayPal doesn't end it, `unavailable`
 */
export async function cancelByAdministrator(
  ctx: Ctx,
  { id, reason: given }: { id: string; reason?: string | undefined },
): Promise<DoneResponse> {
  const reason = given || DEFAULT_CANCEL_REASON;
  const paypal = requirePayPal(ctx);
  const [known] = await selectSubscription(ctx.db, id);
  if (known) await cancelSubscription(ctx, id, { by: "administrator", reason });
  // Our row may be outdated, so PayPal's status decides for ours too.
  const status = known ? (await paypal.readSubscription(id))?.status : await paypal.cancelSubscription(id, reason);
  if (!status) throw notFound("Subscription");
  if (status === "APPROVAL_PENDING")
    throw conflict(
      "The buyer hasn't approved this subscription. Nothing is charged, and there's nothing to cancel until they do.",
    );
  if (isLive({ status })) throw conflict(`PayPal didn't accept the cancellation. The subscription is ${status}.`);
  const details = { subscriptionId: id, reason, by: "administrator" };
  await auditEvent(ctx, { actor: "admin", action: "subscription.cancel", subject: known?.memberId ?? id, details });
  return { message: `Successfully cancelled subscription ${id}` };
}
