import { lapsesAt } from "#domain/rules/next-check.ts";
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
import type { Received } from "./write-reading.ts";

const REASONS = {
  refund: "The last payment was refunded or reversed",
  left_behind: "The plan before it was refunded or reversed",
  plan_change: "Replaced by another plan",
  lapse: "Suspended and not paid since",
} as const;

type Reading = Extract<Applied, { state: "applied" }>;
type Cause = "asked" | keyof typeof REASONS;
type Cancelling = { by: Canceller; reason: string };

/** Cancels a subscription at PayPal. The request is stored first, so the hourly cron can repeat it. @throws PayPalError */
async function cancelAtPayPal(ctx: Ctx, id: string, { by, reason }: Cancelling): Promise<void> {
  await askToCancel(ctx.db, id, { by, reason, now: ctx.now });
  await requirePayPal(ctx).cancelSubscription(id, reason);
}

/** Cancels subscriptions whose preceding paid time was refunded: they would give free access and then charge. @throws PayPalError */
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

async function causeOf(ctx: Ctx, { subscription, accessUntil }: Reading): Promise<Cause | null> {
  if (!isLive(subscription)) return null;
  if (subscription.revokedAt !== null) return "refund";
  if (subscription.cancelAskedAt !== null) return "asked";
  // Ordered before the refund and approved after it.
  if (await isLeftBehind(ctx, subscription)) return "left_behind";
  const lapses = lapsesAt(subscription.status, accessUntil);
  return lapses !== null && lapses <= ctx.now ? "lapse" : null;
}

/** Audits a plan approved after the old one renewed: PayPal charged twice for the same time. The administrator decides the refund. */
async function noteOverlap(ctx: Ctx, subscription: Subscription): Promise<void> {
  const { id, memberId, replacesId } = subscription;
  const [old] = replacesId === null ? [] : await selectSubscription(ctx.db, replacesId);
  if (!old || !isOverlap(old, subscription)) return;
  const details = { subscriptionId: id, change: `charged for time ${old.id} has already paid for` };
  const entry = { actor: "paypal", action: "subscription.double", subject: memberId, details } as const;
  const [isNew] = await auditOnce(ctx, entry);
  if (isNew) log("error", "subscription_double", { subscriptionId: id, replacesId });
}

/** Does at PayPal what a reading calls for: cancels a lost, unwanted, lapsed, or replaced subscription. The hourly cron retries. */
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
 * Stores a subscription as PayPal has it, and does at PayPal what follows. All ways end here: confirmation, webhook, reconcile, requests.
 * @throws PayPalError while PayPal is away
 */
export async function syncSubscription(ctx: Ctx, id: string, received: Received = {}): Promise<Applied> {
  const applied = await storeReading(ctx, id, received);
  if (applied.state === "foreign") {
    await endRefused(ctx, id, applied);
    if (applied.loss?.last.memberId) await cancelLeftBehind(ctx, applied.loss.last.memberId);
  }
  if (applied.state !== "applied") return applied;
  const subscription = await finishAtPayPal(ctx, applied);
  // Nothing more is charged, so waiting gifts can begin.
  const isOver = !isLive(subscription) || subscription.revokedAt !== null || subscription.cancelAskedAt !== null;
  if (isOver) await placeGifts(ctx, subscription.memberId);
  return { ...applied, subscription };
}

/** Cancels a subscription of ours, after its payments are read and stored. @throws PayPalError */
export async function cancelSubscription(ctx: Ctx, id: string, cancelling: Cancelling): Promise<void> {
  await storeReading(ctx, id);
  await cancelAtPayPal(ctx, id, cancelling);
  await syncSubscription(ctx, id);
}
