import * as z from "zod";
import { addDays, formatLongDate } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { auditEvent, selectAuditBetween } from "../audit/audit.queries.ts";
import type { Ctx } from "../context.ts";
import { errorFields, log } from "../log.ts";
import { queueMailOnce } from "../mail/transactional-mail.ts";
import { PayPalError } from "../paypal/paypal-error.ts";
import { parseEvent } from "./apply-event.ts";
import { applySubscription } from "./apply-subscription.ts";
import { CHECKOUT_OPEN_MS, deleteAbandonedCheckouts } from "./checkouts.queries.ts";
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
const LINES_IN_REPORT = 200;
const BODIES_KEPT_MS = 30 * DAY_MS;
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

async function noteHealed(ctx: Ctx, id: string, memberId: string, change: string): Promise<void> {
  log("warn", "subscription_healed", { subscriptionId: id, change });
  const details = { subscriptionId: id, change };
  await auditEvent(ctx, { actor: "paypal", action: "subscription.differed", subject: memberId, details });
}

/** Reads again what is due. @throws PayPalError when PayPal is away, and asking on is of no use */
async function readDue(ctx: Ctx): Promise<void> {
  for (const before of await selectDueReadings(ctx.db, ctx.now, READINGS_PER_HOUR)) {
    try {
      const applied = await applySubscription(ctx, before.id);
      if (applied.state === "applied") {
        const change = differenceOf(before, applied.subscription);
        if (change !== null) await noteHealed(ctx, before.id, before.memberId, change);
      } else if (applied.state !== "foreign" || !applied.isClosed) {
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

async function readOpenCheckouts(ctx: Ctx): Promise<void> {
  const span = { from: ctx.now - CHECKOUT_OPEN_MS, before: ctx.now - HOUR_MS / 4 };
  for (const { subscriptionId } of await selectOpenCheckouts(ctx.db, span, CHECKOUTS_PER_HOUR)) {
    const applied = await applySubscription(ctx, subscriptionId);
    if (applied.state === "applied")
      await noteHealed(ctx, subscriptionId, applied.subscription.memberId, "bought, and nobody told us");
  }
}

const auditedDetails = z.object({
  subscriptionId: z.string().optional(),
  change: z.string().optional(),
  why: z.string().optional(),
});

/** Yesterday's differences and refusals in one mail to whoever runs the house; without an address they stand on Overview and in the log. */
async function report(ctx: Ctx): Promise<void> {
  const { operatorEmail } = ctx.config;
  if (operatorEmail === null) return;
  const today = dateIn(DEFAULT_ZONE, ctx.now);
  const date = addDays(today, -1);
  const day = { from: instantAt(date, 0, DEFAULT_ZONE), before: instantAt(today, 0, DEFAULT_ZONE) };
  const entries = await selectAuditBetween(ctx.db, ["subscription.differed", "payment.refused"], day);
  if (entries.length === 0) return;
  const lines = entries.map(({ subject, details }) => {
    const { subscriptionId = subject, change, why = "" } = auditedDetails.parse(JSON.parse(details ?? "{}"));
    return `${subscriptionId}: ${change ?? `refused, since ${why}`}`;
  });
  const shown = lines.slice(0, LINES_IN_REPORT);
  if (lines.length > shown.length) shown.push(`And ${lines.length - shown.length} more, in the audit.`);
  const parameters = {
    dateText: formatLongDate(date),
    countText: lines.length === 1 ? "1 subscription" : `${lines.length} subscriptions`,
    lines: shown.join("\n"),
  };
  const mail = { kind: "difference-report", memberId: null, to: operatorEmail, parameters } as const;
  await queueMailOnce(ctx, { id: `differences-${date}`, ...mail }).insert;
}

/**
 * Puts right what differs from PayPal: does what events are still open, reads each subscription that is due and each checkout that
 * was never confirmed. While PayPal is away it stops, and the next hour goes on where it was.
 */
export async function reconcile(ctx: Ctx): Promise<void> {
  if (!ctx.paypal) return;
  await report(ctx);
  for (const { id, body } of await selectOpenEvents(ctx.db, EVENTS_PER_HOUR)) {
    if (body !== null && !(await doEvent(ctx, parseEvent(body)))) log("warn", "event_stays_open", { eventId: id });
  }
  await readDue(ctx);
  await readOpenCheckouts(ctx);
}

/** Empties the bodies of old events, and forgets checkouts that led to nothing. */
export async function purgePayments(ctx: Ctx): Promise<void> {
  await ctx.db.batch([
    emptyBodies(ctx.db, ctx.now - BODIES_KEPT_MS, PURGED_PER_HOUR),
    ...deleteAbandonedCheckouts(ctx.db, ctx.now - CHECKOUT_KEPT_MS, PURGED_PER_HOUR),
  ]);
}
