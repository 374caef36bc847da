import type { DoneResponse, WithId } from "#domain/contract/members.ts";
import type { RefundPaymentRequest } from "#domain/contract/money/subscriptions.ts";
import { HOUR_MS } from "#domain/durations.ts";
import { formatPrice } from "#domain/rules/plans.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { auditOnce } from "../../audit/audit.queries.ts";
import { authorOf, type Ctx } from "../../kernel/context.ts";
import { type AppError, conflict, gone, notFound } from "../../kernel/errors.ts";
import { isRefusal, type PayPalError } from "../../kernel/paypal/paypal-error.ts";
import type { Payment } from "../payments.queries.ts";
import { isLive } from "../subscriptions/subscription-states.ts";
import { selectSubscriptionsOf } from "../subscriptions/subscriptions.queries.ts";
import { cancelSubscription, syncSubscription } from "../subscriptions/sync-subscription.ts";
import { refund } from "./refund.ts";
import {
  insertAskedRefund,
  mayBeginRefund,
  type Refund,
  selectForRefund,
  selectOpenRefund,
  selectRefunds,
} from "./refunds.queries.ts";

const WINDOW_MS = SERVICE_TERMS.refundWindowHours * HOUR_MS;

export const windowEnd = (firstPaidAt: number) => firstPaidAt + WINDOW_MS;
export const isInWindow = ({ now }: Ctx, firstPaidAt: number) => now < windowEnd(firstPaidAt);

export const refundable = ({ state, amountCents, refundedCents }: Payment) =>
  state === "reversed" ? 0 : amountCents - refundedCents;

/** What happened to the refunded subscription and to the one that was to follow it. */
async function afterRefund(ctx: Ctx, memberId: string, subscriptionId: string): Promise<string> {
  const owned = (await selectSubscriptionsOf(ctx.db, memberId)).map(({ subscription }) => subscription);
  const lostAt = owned.find(({ id }) => id === subscriptionId)?.revokedAt ?? null;
  const followers = owned.filter(
    ({ lastPaymentAt, cancelledBy, approvedAt, startsAt }) =>
      lostAt !== null &&
      lastPaymentAt === null &&
      cancelledBy === "refund" &&
      approvedAt <= lostAt &&
      lostAt < startsAt,
  );
  if (followers.some(isLive))
    return "The subscription is cancelled. PayPal hasn't cancelled the next plan yet. We'll try again within the hour.";
  return followers.length === 0
    ? "The subscription is cancelled."
    : "Both subscriptions are cancelled: this one and the one scheduled after it.";
}

/** PayPal refunds a payment for 180 days. */
const TOO_LATE = "REFUND_TIME_LIMIT_EXCEEDED";

/** The administrator's message about a refund that PayPal didn't make. */
function refusalOf({ issue, status }: PayPalError, isEnding: boolean): AppError {
  const rest = `Nothing was refunded${isEnding ? ", but the subscription is cancelled" : ""}.`;
  if (issue === TOO_LATE)
    return gone(`PayPal's time limit for refunding this payment has passed. ${rest} Pay the member back another way.`);
  const retry = `${rest} Try again, or refund the payment in PayPal.`;
  if (status !== null) return conflict(`PayPal refused the refund (${issue ?? "no reason given"}). ${retry}`);
  return conflict(`PayPal didn't process the refund (${issue}). ${retry}`);
}

type Begun = Pick<Refund, "id" | "paymentId" | "amountCents" | "currency" | "reason" | "isWithinWindow">;
type About = { payment: Payment; memberId: string; subscriptionId: string };

/** Audits a refund once, whether PayPal's response or its event was the first to report it. */
function note(ctx: Ctx, begun: Begun, subject: string) {
  const { id: refundId, paymentId, amountCents: cents, reason, isWithinWindow } = begun;
  const details = { paymentId, refundId, cents, reason, isWithinWindow };
  return auditOnce(ctx, { actor: "admin", action: "payment.refund", subject, details });
}

/** Refunds at PayPal what was stored as requested. Refunding all that's left first cancels the subscription. */
async function carryOut(ctx: Ctx, asked: Begun, { payment, memberId, subscriptionId }: About): Promise<string> {
  const isPart = asked.amountCents < refundable(payment);
  if (!isPart) await cancelSubscription(ctx, subscriptionId, { by: "refund", reason: "Refunded by the administrator" });
  const cents = await refund(ctx, { ...asked, partIn: isPart ? asked.currency : undefined }).catch((error: unknown) => {
    throw isRefusal(error) ? refusalOf(error, !isPart) : error;
  });
  await note(ctx, { ...asked, amountCents: cents }, memberId);
  await syncSubscription(ctx, subscriptionId);
  return `${formatPrice(cents)} refunded.`;
}

/** The response once a refund is done; a repeated request gets it, too. */
async function responseOf(ctx: Ctx, text: string, { payment, memberId, subscriptionId }: About) {
  const [found] = await selectForRefund(ctx.db, payment.id, "");
  const isWhole = found !== undefined && refundable(found.payment) === 0;
  const rest = isWhole ? await afterRefund(ctx, memberId, subscriptionId) : "Access and the subscription don't change.";
  return { message: `${text} ${rest}` };
}

/**
 * Refunds a part of a payment, or all that's left. A repeated request sends nothing more. A refund that still waits for PayPal's
 * response is finished before another begins, so a lost response never leads to two refunds.
 * @throws AppError `not_found`, `conflict` if less is left or PayPal refuses, `gone` if it always will, `unavailable`
 */
export async function refundPayment(ctx: Ctx, asking: WithId<RefundPaymentRequest>): Promise<DoneResponse> {
  const { id, requestId, reason, cents } = asking;
  const [[found], [open]] = await Promise.all([
    // Not a batch: there, D1 merges columns of the same name from two tables.
    selectForRefund(ctx.db, id, requestId),
    selectOpenRefund(ctx.db, id),
  ]);
  const { subscriptionId, memberId } = found?.payment ?? {};
  if (!found || !subscriptionId || !memberId) throw notFound("Payment");
  const { payment, earlier } = found;
  if (earlier && earlier.paymentId !== id)
    throw conflict("This request was already used for another refund. Fill in the form again.");
  const about = { payment, memberId, subscriptionId };
  if (earlier?.doneAt != null) {
    await note(ctx, earlier, memberId);
    return responseOf(ctx, `${formatPrice(earlier.amountCents)} refunded.`, about);
  }
  const left = refundable(payment);
  if (left <= 0) throw conflict("There's nothing left to refund on this payment.");
  const amountCents = cents ?? left;
  if (open && (open.id !== requestId || open.amountCents !== amountCents)) {
    const text = await carryOut(ctx, open, about);
    throw conflict(
      `PayPal hadn't confirmed an earlier refund. That refund is done now: ${text} Nothing else was refunded.`,
    );
  }
  if (amountCents > left) throw conflict(`Only ${formatPrice(left)} of this payment is left to refund.`);
  const isWithinWindow = isInWindow(ctx, found.firstPaidAt ?? payment.paidAt);
  const asked = { id: requestId, paymentId: id, amountCents, currency: payment.currency, reason, isWithinWindow };
  const [, [begun]] = await ctx.db.batch([
    insertAskedRefund(ctx.db, { ...asked, askedAt: ctx.now, askedBy: authorOf(ctx) }, mayBeginRefund(asked)),
    selectRefunds(ctx.db, [requestId]),
  ]);
  if (begun?.lastError !== null)
    throw conflict("Another refund of this payment is in progress. Try again in a moment.");
  return responseOf(ctx, await carryOut(ctx, asked, about), about);
}
