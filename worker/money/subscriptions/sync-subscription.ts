import { lapsesAt } from "#domain/rules/next-look.ts";
import type { Canceller } from "#domain/rules/payments.ts";
import { auditOnce } from "../../audit/audit.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import { errorFields, log } from "../../kernel/log.ts";
import { placeGifts } from "../gifts/place-gifts.ts";
import { endRefused } from "./end-refused.ts";
import { type Applied, requirePayPal, storeReading } from "./store-reading.ts";
import { isLive, isOverlap } from "./subscription-states.ts";
import {
  askToCancel,
  type Subscription,
  selectLeftBehind,
  selectSubscription,
  setReplaced,
} from "./subscriptions.queries.ts";
import type { Heard } from "./write-reading.ts";

const REASONS = {
  refund: "The last payment was refunded or reversed",
  left_behind: "What it was to follow was refunded or reversed",
  plan_change: "Replaced by another plan",
  lapse: "Suspended, and not paid for since",
} as const;

type Reading = Extract<Applied, { state: "applied" }>;
type Cancelling = { by: Canceller; reason: string };

/**
 * Cancels a subscription at PayPal. The wish is stored first, and what is paid with it, since PayPal forgets that; while PayPal is
 * away the hourly cron asks again.
 * @throws PayPalError
 */
async function cancelAtPayPal(ctx: Ctx, id: string, { by, reason }: Cancelling): Promise<void> {
  await askToCancel(ctx.db, id, { by, reason, now: ctx.now });
  await requirePayPal(ctx).cancelSubscription(id, reason);
}

/**
 * Cancels what a member's money back leaves without the time that it was to follow: it would keep everything open until its first
 * charge, and then charge somebody whose money has gone back.
 * @throws PayPalError
 */
export async function cancelLeftBehind(ctx: Ctx, memberId: string): Promise<void> {
  for (const { id } of await selectLeftBehind(ctx.db, memberId, ctx.now)) {
    await cancelAtPayPal(ctx, id, { by: "refund", reason: REASONS.left_behind });
    await storeReading(ctx, id);
  }
}

async function isLeftBehind(ctx: Ctx, { id, memberId, lastPaymentAt, startsAt }: Subscription): Promise<boolean> {
  if (lastPaymentAt !== null || startsAt <= ctx.now) return false;
  return (await selectLeftBehind(ctx.db, memberId, ctx.now)).some((one) => one.id === id);
}

async function causeOf(
  ctx: Ctx,
  { subscription, accessUntil }: Reading,
): Promise<"refund" | "left_behind" | "lapse" | "asked" | null> {
  if (!isLive(subscription)) return null;
  if (subscription.revokedAt !== null) return "refund";
  if (subscription.cancelAskedAt !== null) return "asked";
  // It was ordered before the money went back, and approved after that.
  if (await isLeftBehind(ctx, subscription)) return "left_behind";
  const lapses = lapsesAt(subscription.status, accessUntil);
  return lapses !== null && lapses <= ctx.now ? "lapse" : null;
}

/**
 * Tells the administrator of who approved a plan only after the old one had renewed: PayPal charged for time that was paid already.
 * Which of the two goes back is theirs to say.
 */
async function noteOverlap(ctx: Ctx, subscription: Subscription): Promise<void> {
  const { id, memberId, replacesId } = subscription;
  const [old] = replacesId === null ? [] : await selectSubscription(ctx.db, replacesId);
  if (!old || !isOverlap(old, subscription)) return;
  const details = { subscriptionId: id, change: `charged for time that ${old.id} is paid for, too` };
  const entry = { actor: "paypal", action: "subscription.double", subject: memberId, details } as const;
  const [isNew] = await auditOnce(ctx, entry);
  if (isNew) log("error", "subscription_double", { subscriptionId: id, replacesId });
}

/**
 * What a newer reading calls for at PayPal itself: what lost its payment, was asked to end or stayed suspended too long is cancelled,
 * and what took the place of another ends that one. What PayPal does not do now the hourly cron tries again.
 */
async function finishAtPayPal(ctx: Ctx, reading: Reading): Promise<Subscription> {
  const { subscription } = reading;
  const { id, replacesId, replacedAt } = subscription;
  try {
    if (replacesId !== null && replacedAt === null && subscription.status === "ACTIVE") {
      const [old] = await selectSubscription(ctx.db, replacesId);
      if (old && isLive(old)) {
        await cancelAtPayPal(ctx, old.id, { by: "plan_change", reason: REASONS.plan_change });
        await storeReading(ctx, old.id);
      }
      await setReplaced(ctx.db, id, ctx.now);
    }
    await noteOverlap(ctx, subscription);
    if (subscription.revokedAt !== null) await cancelLeftBehind(ctx, subscription.memberId);
    const cause = await causeOf(ctx, reading);
    if (cause === null) return subscription;
    const by = cause === "lapse" ? "lapse" : "refund";
    const reason = REASONS[cause === "asked" ? "refund" : cause];
    const { cancelledBy, cancelReason } = subscription;
    await cancelAtPayPal(ctx, id, { by: cancelledBy ?? by, reason: cancelReason ?? reason });
    const applied = await storeReading(ctx, id);
    return applied.state === "applied" ? applied.subscription : subscription;
  } catch (error) {
    log("error", "subscription_not_finished", { subscriptionId: id, ...errorFields(error) });
    return subscription;
  }
}

/**
 * Makes a subscription here what it is at PayPal, and does at PayPal what follows from that. Every road ends here: the browser's
 * confirmation, the webhook, reconciliation, and what somebody asked for.
 * @throws PayPalError while PayPal does not answer
 */
export async function syncSubscription(ctx: Ctx, id: string, heard: Heard = {}): Promise<Applied> {
  const applied = await storeReading(ctx, id, heard);
  if (applied.state === "foreign") {
    await endRefused(ctx, id, applied);
    if (applied.loss?.last.memberId) await cancelLeftBehind(ctx, applied.loss.last.memberId);
  }
  if (applied.state !== "applied") return applied;
  const subscription = await finishAtPayPal(ctx, applied);
  // Nothing is charged for any more: what was given behind it can begin.
  const isOver = !isLive(subscription) || subscription.revokedAt !== null || subscription.cancelAskedAt !== null;
  if (isOver) await placeGifts(ctx, subscription.memberId);
  return { ...applied, subscription };
}

/**
 * Cancels a subscription of ours: what is paid is read and stored first.
 * @throws PayPalError
 */
export async function cancelSubscription(ctx: Ctx, id: string, cancelling: Cancelling): Promise<void> {
  await storeReading(ctx, id);
  await cancelAtPayPal(ctx, id, cancelling);
  await syncSubscription(ctx, id);
}
