import * as z from "zod";
import { DAY_MS, HOUR_MS } from "#domain/durations.ts";
import type { AuditAction } from "#domain/rules/audit-actions.ts";
import { addDays, formatLongDate } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { nextCheckAt, retryAt } from "#domain/rules/next-check.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { auditEvent, selectAuditBetween } from "../../audit/audit.queries.ts";
import { mailToOperator, waysToOperator } from "../../incidents/alert-operator.ts";
import type { Ctx } from "../../kernel/context.ts";
import { errorFields, log } from "../../kernel/log.ts";
import { type AskInTurn, createTurn } from "../../kernel/paypal/ask-in-turn.ts";
import { isPassing } from "../../kernel/paypal/paypal-error.ts";
import { deleteAbandonedCheckouts } from "../checkout/checkouts.queries.ts";
import { readUnfinished } from "../disputes/read-unfinished.ts";
import { emptyBodies, selectOpenEvents } from "../paypal/paypal-events.queries.ts";
import { parseEvent } from "../paypal/sync-event.ts";
import { applyStored, leaveOpen } from "../paypal/take-webhook.ts";
import { setNextCheck } from "../questions.queries.ts";
import { checkOpen } from "../questions.ts";
import { requirePayPal } from "./store-reading.ts";
import { putOffReading, type Subscription, selectDueReadings } from "./subscriptions.queries.ts";
import { syncSubscription } from "./sync-subscription.ts";

/** Each takes two calls, an unapproved checkout one. PayPal names no limit. The rest waits for the next hour. */
const READINGS_PER_HOUR = 60;
const EVENTS_PER_HOUR = 30;
/** How long a buyer may take to approve before we ask without an event. */
const AGREEING_MS = HOUR_MS / 4;
/** A subscription that can't be read for longer counts as different. */
const UNREAD_REPORTED_MS = DAY_MS;
const PURGED_PER_HOUR = 500;
const LINES_IN_REPORT = 200;
const REPORTED: AuditAction[] = ["subscription.differed", "subscription.double", "payment.refused"];
const BODIES_KEPT_MS = 30 * DAY_MS;
const CHECKOUT_KEPT_MS = 30 * DAY_MS;

/** What a reading changed without an event from PayPal, which should have sent one. */
function differenceOf(before: Subscription, after: Subscription): string | null {
  const changes = [
    before.status === after.status ? null : `${before.status} → ${after.status}`,
    (before.lastPaymentAt ?? 0) >= (after.lastPaymentAt ?? 0) ? null : "a payment PayPal didn't report",
    before.failedAt === after.failedAt || after.failedAt === null ? null : "a failed charge PayPal didn't report",
    before.revokedAt === after.revokedAt || after.revokedAt === null ? null : "a refund PayPal didn't report",
  ].filter((change) => change !== null);
  return changes.length === 0 ? null : changes.join(", ");
}

async function noteSynced(ctx: Ctx, id: string, memberId: string, change: string): Promise<void> {
  log("warn", "subscription_healed", { subscriptionId: id, change });
  const details = { subscriptionId: id, change };
  await auditEvent(ctx, { actor: "paypal", action: "subscription.differed", subject: memberId, details });
}

async function doOpenEvents(ctx: Ctx, askInTurn: AskInTurn): Promise<void> {
  await askInTurn(await selectOpenEvents(ctx.db, ctx.now, EVENTS_PER_HOUR), {
    idOf: ({ id, subject }) => subject ?? id,
    ask: ({ body }) => applyStored(ctx, parseEvent(body ?? "")),
    putOff: (event, error) => leaveOpen(ctx, event, error),
  });
}

/** Reads a due subscription and records what no event reported or what can't be corrected. */
async function readAgain(ctx: Ctx, before: Subscription): Promise<void> {
  const applied = await syncSubscription(ctx, before.id);
  if (applied.state === "applied") {
    const change = differenceOf(before, applied.subscription);
    if (change !== null) await noteSynced(ctx, before.id, before.memberId, change);
  } else if (applied.state !== "foreign" || !applied.closed) {
    const difference = applied.state === "foreign" ? applied.why : "no longer approved";
    await putOffReading(ctx.db, before.id, { difference, checkAt: ctx.now + DAY_MS, unreadSince: null });
  }
}

async function readDue(ctx: Ctx, askInTurn: AskInTurn): Promise<void> {
  await askInTurn(await selectDueReadings(ctx.db, ctx.now, READINGS_PER_HOUR), {
    idOf: ({ id }) => id,
    ask: (before) => readAgain(ctx, before),
    putOff: ({ id, ...before }, error) => {
      log("error", "subscription_not_reconciled", { subscriptionId: id, ...errorFields(error) });
      const unreadSince = before.unreadSince ?? ctx.now;
      const mayWait = isPassing(error) && ctx.now - unreadSince < UNREAD_REPORTED_MS;
      const difference = mayWait ? before.difference : "couldn't be read";
      return putOffReading(ctx.db, id, { difference, checkAt: retryAt(unreadSince, ctx.now), unreadSince });
    },
  });
}

async function readOpenCheckouts(ctx: Ctx, askInTurn: AskInTurn): Promise<void> {
  await checkOpen(ctx, askInTurn, {
    of: "checkout",
    before: ctx.now - AGREEING_MS,
    ask: async ({ id, providerId: subscriptionId, createdAt }) => {
      // PayPal forgets unapproved subscriptions in time, which is no reason to refuse them.
      const read = await requirePayPal(ctx).readSubscription(subscriptionId);
      const isApproved = read !== null && read.status !== "APPROVAL_PENDING";
      const synced = isApproved ? await syncSubscription(ctx, subscriptionId) : null;
      if (synced?.state !== "applied")
        await setNextCheck(ctx.db, { of: "checkout", id }, nextCheckAt(createdAt, ctx.now));
      else if (synced.isNew)
        await noteSynced(ctx, subscriptionId, synced.subscription.memberId, "bought, but PayPal didn't report it");
    },
  });
}

const auditedDetails = z.object({ subscriptionId: z.string(), change: z.string(), why: z.string() }).partial();

/** Emails the operator yesterday's differences and refusals. Without an address, they're on Overview and in the log. */
async function report(ctx: Ctx): Promise<void> {
  if (!waysToOperator(ctx.config).hasMail) return;
  const today = dateIn(DEFAULT_ZONE, ctx.now);
  const date = addDays(today, -1);
  const day = { from: instantAt(date, 0, DEFAULT_ZONE), before: instantAt(today, 0, DEFAULT_ZONE) };
  const entries = await selectAuditBetween(ctx.db, REPORTED, day);
  if (entries.length === 0) return;
  const lines = entries.map(({ subject, details }) => {
    const { subscriptionId = subject, change, why = "" } = auditedDetails.parse(JSON.parse(details ?? "{}"));
    return `${subscriptionId}: ${change ?? `refused: ${why}`}`;
  });
  const shown = lines.slice(0, LINES_IN_REPORT);
  if (lines.length > shown.length) shown.push(`And ${lines.length - shown.length} more in the audit log.`);
  const parameters = {
    dateText: formatLongDate(date),
    countText: lines.length === 1 ? "1 subscription" : `${lines.length} subscriptions`,
    lines: shown.join("\n"),
  };
  await mailToOperator(ctx, { kind: "difference-report", id: `differences-${date}`, parameters })?.insert;
}

/**
 * Corrects differences from PayPal: applies open events, reads due subscriptions and unconfirmed checkouts. Failed ones are postponed;
 * while PayPal is away it stops, and the next hour continues.
 */
export async function reconcile(ctx: Ctx): Promise<void> {
  if (!ctx.paypal) return;
  await report(ctx);
  const askInTurn = createTurn();
  await doOpenEvents(ctx, askInTurn);
  await readDue(ctx, askInTurn);
  await readOpenCheckouts(ctx, askInTurn);
  await readUnfinished(ctx, askInTurn);
}

/** Empties old events' bodies and deletes abandoned checkouts. */
export async function purgePayments(ctx: Ctx): Promise<void> {
  await ctx.db.batch([
    emptyBodies(ctx.db, ctx.now - BODIES_KEPT_MS, PURGED_PER_HOUR),
    ...deleteAbandonedCheckouts(ctx.db, ctx.now - CHECKOUT_KEPT_MS, PURGED_PER_HOUR),
  ]);
}
