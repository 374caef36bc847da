import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import type { Ctx } from "../context.ts";
import { errorFields, log } from "../log.ts";
import { queueMailOnce } from "../mail/transactional-mail.ts";
import { PayPalError } from "../paypal/paypal-error.ts";
import { parseEvent } from "./apply-event.ts";
import { applySubscription } from "./apply-subscription.ts";
import { deleteAbandonedCheckouts } from "./checkouts.queries.ts";
import { emptyBodies, selectOpenEvents } from "./provider-events.queries.ts";
import { noteDifference, type Subscription, selectDueReadings, selectOpenCheckouts } from "./subscriptions.queries.ts";
import { doEvent } from "./take-webhook.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Each is read by two calls; an invocation may make a thousand, and PayPal names no limit. What is left is the next hour's. */
const READINGS_PER_HOUR = 60;
const EVENTS_PER_HOUR = 30;
const CHECKOUTS_PER_HOUR = 20;
const PURGED_PER_HOUR = 500;
const BODIES_KEPT_MS = 30 * DAY_MS;
/** PayPal itself forgets what nobody approved after some hours. */
const CHECKOUT_OPEN_MS = 3 * DAY_MS;
const CHECKOUT_KEPT_MS = 30 * DAY_MS;

/** What a reading without any event of PayPal's has changed: something that we should have heard of. */
function differenceOf(before: Subscription, after: Subscription): string | null {
  const changes = [
    before.status === after.status ? null : `${before.status} → ${after.status}`,
    (before.lastPaymentAt ?? 0) >= (after.lastPaymentAt ?? 0) ? null : "a payment unheard of",
    before.failedAt === after.failedAt || after.failedAt === null ? null : "a failed charge unheard of",
    before.revokedAt === after.revokedAt || after.revokedAt === null ? null : "a refund unheard of",
  ].filter((change) => change !== null);
  return changes.length === 0 ? null : changes.join(", ");
}

/** Reads again what is due; true when PayPal is away, and asking on is of no use. */
async function readDue(ctx: Ctx, healed: string[]): Promise<void> {
  for (const before of await selectDueReadings(ctx.db, ctx.now, READINGS_PER_HOUR)) {
    try {
      const applied = await applySubscription(ctx, before.id);
      const change = applied.state === "applied" ? differenceOf(before, applied.subscription) : null;
      if (change !== null) healed.push(`${before.id}: ${change}`);
      if (applied.state !== "applied") {
        const why = applied.state === "foreign" ? applied.why : "not approved any more";
        await noteDifference(ctx.db, before.id, why, ctx.now + DAY_MS);
      }
    } catch (error) {
      if (error instanceof PayPalError && error.isAway) throw error;
      log("error", "subscription_not_reconciled", { subscriptionId: before.id, ...errorFields(error) });
      await noteDifference(ctx.db, before.id, "could not be read", ctx.now + HOUR_MS);
    }
  }
}

async function readOpenCheckouts(ctx: Ctx, healed: string[]): Promise<void> {
  const span = { from: ctx.now - CHECKOUT_OPEN_MS, before: ctx.now - HOUR_MS / 4 };
  for (const { subscriptionId } of await selectOpenCheckouts(ctx.db, span, CHECKOUTS_PER_HOUR)) {
    const applied = await applySubscription(ctx, subscriptionId);
    if (applied.state === "applied") healed.push(`${subscriptionId}: bought, and nobody told us`);
  }
}

/** Once a day and slice, to whoever runs the house; without an address it stays a line in the log. */
async function report(ctx: Ctx, healed: string[]): Promise<void> {
  if (healed.length === 0) return;
  log("warn", "subscriptions_healed", { count: healed.length, healed });
  const { operatorEmail } = ctx.config;
  if (operatorEmail === null) return;
  const date = dateIn(DEFAULT_ZONE, ctx.now);
  const parameters = {
    dateText: formatLongDate(date),
    countText: healed.length === 1 ? "1 subscription" : `${healed.length} subscriptions`,
    lines: healed.join("\n"),
  };
  const id = `differences-${date}-${Math.floor(ctx.now / HOUR_MS)}`;
  await queueMailOnce(ctx, { kind: "difference-report", id, memberId: null, to: operatorEmail, parameters }).insert;
}

/**
 * Puts right what differs from PayPal: does what events are still open, reads each subscription that is due and each checkout that
 * was never confirmed. While PayPal is away it stops, and the next hour goes on where it was.
 */
export async function reconcile(ctx: Ctx): Promise<void> {
  if (!ctx.paypal) return;
  for (const { id, body } of await selectOpenEvents(ctx.db, EVENTS_PER_HOUR)) {
    if (body !== null && !(await doEvent(ctx, parseEvent(body)))) log("warn", "event_stays_open", { eventId: id });
  }
  const healed: string[] = [];
  try {
    await readDue(ctx, healed);
    await readOpenCheckouts(ctx, healed);
  } finally {
    await report(ctx, healed);
  }
}

/** Empties the bodies of old events, and forgets checkouts that led to nothing. */
export async function purgePayments(ctx: Ctx): Promise<void> {
  await ctx.db.batch([
    emptyBodies(ctx.db, ctx.now - BODIES_KEPT_MS, PURGED_PER_HOUR),
    ...deleteAbandonedCheckouts(ctx.db, ctx.now - CHECKOUT_KEPT_MS, PURGED_PER_HOUR),
  ]);
}
