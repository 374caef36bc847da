import type { MySubscription, Payment } from "#domain/contract/money/subscriptions.ts";
import { isoOrNull } from "#domain/rules/instants.ts";
import { FIRST_PAYMENT_MS } from "#domain/rules/unpaid-access.ts";
import { batchOf } from "../../kernel/batch-of.ts";
import type { Ctx } from "../../kernel/context.ts";
import { conflict, unavailable } from "../../kernel/errors.ts";
import { PayPalError } from "../../kernel/paypal/paypal-error.ts";
import { planOf } from "../gifts/gift-words.ts";
import { selectGiftsToPlace } from "../gifts/gifts.queries.ts";
import { selectPaymentsOf } from "../payments.queries.ts";
import { isCancelPending, isLive } from "./subscription-states.ts";
import {
  askToCancel,
  type OwnedSubscription,
  selectAccessEnd,
  selectSubscriptionsOf,
} from "./subscriptions.queries.ts";
import { cancelSubscription } from "./sync-subscription.ts";

const MEMBER_REASON = "Cancelled by the member";
const WISH_KEPT =
  "PayPal isn't responding right now. We've saved your cancellation and will send it as soon as PayPal responds.";

type Stored = Awaited<ReturnType<typeof selectPaymentsOf>>[number];

export function toPayment(stored: Stored): Payment {
  const { id, plan, state, amountCents, currency, taxCents, refundedCents } = stored;
  const paidAt = new Date(stored.paidAt).toISOString();
  return { id, plan, isGift: false, state, amountCents, currency, taxCents, refundedCents, paidAt };
}

type State = NonNullable<MySubscription["subscription"]>["state"];

/** Whether PayPal may charge for it and no one has asked to cancel. Access may have ended anyway. */
function isCharged({ subscription }: OwnedSubscription): boolean {
  return isLive(subscription) && subscription.cancelAskedAt === null;
}

/** Whether its first payment is awaited and not overdue. A repeated attempt gives no access until then. */
function isAwaited(owned: OwnedSubscription, now: number): boolean {
  const { status, failedAt, lastPaymentAt, startsAt, revokedAt } = owned.subscription;
  if (!isCharged(owned) || status === "SUSPENDED" || lastPaymentAt !== null) return false;
  return failedAt === null && revokedAt === null && now < startsAt + FIRST_PAYMENT_MS;
}

function stateOf(owned: OwnedSubscription, now: number): State {
  const { subscription, accessUntil } = owned;
  const { status, failedAt, lastPaymentAt, startsAt, revokedAt } = subscription;
  if (isAwaited(owned, now)) return startsAt > now ? "active" : "confirming";
  if (revokedAt !== null || (accessUntil ?? 0) <= now) return isCharged(owned) ? "unpaid" : "ended";
  if (!isCharged(owned)) return "ends";
  if (failedAt !== null || status === "SUSPENDED") return "payment_failed";
  return lastPaymentAt === null && startsAt <= now ? "confirming" : "active";
}

/** A cancelled subscription ends with its paid time even before PayPal confirms: the grace period is for future charges. */
function endOf({ subscription, accessUntil }: OwnedSubscription, state: State): number | null {
  return (state === "ends" ? subscription.paidUntil : null) ?? accessUntil;
}

/** The paid end, without the grace period. Before the first payment: the start, since other access lasts until then. Null once it's over. */
function endIfCancelled({ subscription, accessUntil }: OwnedSubscription, now: number): number | null {
  const { lastPaymentAt, startsAt, paidUntil } = subscription;
  const end = lastPaymentAt === null ? startsAt : (paidUntil ?? accessUntil);
  return end !== null && end > now && subscription.revokedAt === null ? end : null;
}

function isOpen({ accessUntil, subscription }: OwnedSubscription, now: number): boolean {
  return (accessUntil ?? 0) > now && subscription.revokedAt === null;
}

/** The current subscription, and the one bought to replace it later. */
function pick(owned: OwnedSubscription[], now: number) {
  // A charged subscription is never hidden by one that is over, nor a paid one by one that was never paid.
  const newest = owned.find(isCharged) ?? owned.find((one) => isLive(one.subscription) || isOpen(one, now)) ?? owned[0];
  if (!newest) return { current: null, next: null };
  const older = owned.slice(owned.indexOf(newest) + 1);
  const { startsAt, status, revokedAt } = newest.subscription;
  const isToCome = startsAt > now && isLive({ status }) && revokedAt === null;
  const before = older.find((one) => isOpen(one, now));
  return isToCome && before ? { current: before, next: newest } : { current: newest, next: null };
}

function offerOf({ subscription, priceCents, currency }: OwnedSubscription) {
  return { plan: subscription.plan, priceCents, currency };
}

export async function readMySubscription(ctx: Ctx, memberId: string): Promise<MySubscription> {
  const { owned, payments, gifts, access } = await batchOf(ctx.db, {
    owned: selectSubscriptionsOf(ctx.db, memberId),
    payments: selectPaymentsOf(ctx.db, memberId),
    gifts: selectGiftsToPlace(ctx.db, memberId, ctx.now),
    access: selectAccessEnd(ctx.db, memberId),
  });
  const [gift] = gifts;
  const { current, next } = pick(owned, ctx.now);
  const state = current && stateOf(current, ctx.now);
  const openUntil = access[0]?.endsAt ?? 0;
  const isOpenBeside =
    current && !isLive(current.subscription) && openUntil > Math.max(ctx.now, current.accessUntil ?? 0);
  return {
    subscription: current &&
      state && {
        id: current.subscription.id,
        ...offerOf(current),
        state,
        nextBillingAt: state === "ends" || state === "ended" ? null : isoOrNull(current.subscription.nextBillingAt),
        isCancelPending: isCancelPending(current.subscription),
        endsIfCancelled: isoOrNull(endIfCancelled(current, ctx.now)),
        accessUntil: isoOrNull(endOf(current, state)),
        openUntil: isOpenBeside && next === null ? isoOrNull(openUntil) : null,
        changesTo: next && { ...offerOf(next), startsAt: new Date(next.subscription.startsAt).toISOString() },
      },
    payments: payments.map(toPayment),
    waitingGift: gift ? { giverName: gift.giverName, plan: planOf(gift), startsAt: isoOrNull(gift.startsAt) } : null,
  };
}

/**
 * Cancels all charged subscriptions; access lasts through the paid time. A repeat changes nothing. @throws AppError `conflict` if nothing
 * is charged, `unavailable` while PayPal is away: the request is stored, and the hourly cron repeats it
 */
export async function cancelMySubscription(ctx: Ctx, memberId: string, reason?: string): Promise<MySubscription> {
  const owned = await selectSubscriptionsOf(ctx.db, memberId);
  const live = owned.filter(({ subscription }) => isLive(subscription));
  if (owned.length === 0) throw conflict("There's no subscription to cancel.");
  let isAway = false;
  for (const { subscription } of live) {
    const cancelling = { by: "member", reason: reason || MEMBER_REASON } as const;
    try {
      await cancelSubscription(ctx, subscription.id, cancelling);
    } catch (error) {
      if (!(error instanceof PayPalError && error.isAway)) throw error;
      isAway = true;
      await askToCancel(ctx.db, subscription.id, { ...cancelling, now: ctx.now });
    }
  }
  if (isAway) throw unavailable(WISH_KEPT);
  return readMySubscription(ctx, memberId);
}
