import * as z from "zod";
import { DAY_MS, HOUR_MS } from "#domain/durations.ts";
import { addDays, formatLongDate } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { nextLookAt, retryAt } from "#domain/rules/next-look.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { auditEvent, selectAuditBetween } from "../../audit/audit.queries.ts";
import { mailToOperator, waysToOperator } from "../../incidents/tell-operator.ts";
import type { Ctx } from "../../kernel/context.ts";
import { errorFields, log } from "../../kernel/log.ts";
import { type AskInTurn, createTurn } from "../../kernel/paypal/ask-in-turn.ts";
import { isPassing } from "../../kernel/paypal/paypal-error.ts";
import { deleteAbandonedCheckouts } from "../checkout/checkouts.queries.ts";
import { setNextLook } from "../questions.queries.ts";
import { lookAtOpen } from "../questions.ts";
import { emptyBodies, selectOpenEvents } from "../webhook/provider-events.queries.ts";
import { parseEvent } from "../webhook/sync-event.ts";
import { applyStored, leaveOpen } from "../webhook/take-webhook.ts";
import { requirePayPal } from "./store-reading.ts";
import { putOffReading, type Subscription, selectDueReadings } from "./subscriptions.queries.ts";
import { syncSubscription } from "./sync-subscription.ts";

/** Each is read by two calls, a checkout that nobody approved by one; PayPal names no limit. What is left is the next hour's. */
const READINGS_PER_HOUR = 60;
const EVENTS_PER_HOUR = 30;
/** As long somebody may take to agree before we ask without being told. */
const AGREEING_MS = HOUR_MS / 4;
/** What cannot be read for longer differs, as far as we know. */
const UNREAD_TOLD_MS = DAY_MS;
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

async function doOpenEvents(ctx: Ctx, askInTurn: AskInTurn): Promise<void> {
  await askInTurn(await selectOpenEvents(ctx.db, ctx.now, EVENTS_PER_HOUR), {
    idOf: ({ id, subject }) => subject ?? id,
    ask: ({ body }) => applyStored(ctx, parseEvent(body ?? "")),
    putOff: (event, error) => leaveOpen(ctx, event, error),
  });
}

/** Reads one that is due, and notes what nobody had told or cannot be put right. */
async function readAgain(ctx: Ctx, before: Subscription): Promise<void> {
  const applied = await syncSubscription(ctx, before.id);
  if (applied.state === "applied") {
    const change = differenceOf(before, applied.subscription);
    if (change !== null) await noteHealed(ctx, before.id, before.memberId, change);
  } else if (applied.state !== "foreign" || !applied.closed) {
    const difference = applied.state === "foreign" ? applied.why : "not approved any more";
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
      const mayWait = isPassing(error) && ctx.now - unreadSince < UNREAD_TOLD_MS;
      const difference = mayWait ? before.difference : "could not be read";
      return putOffReading(ctx.db, id, { difference, checkAt: retryAt(unreadSince, ctx.now), unreadSince });
    },
  });
}

async function readOpenCheckouts(ctx: Ctx, askInTurn: AskInTurn): Promise<void> {
  await lookAtOpen(ctx, askInTurn, {
    of: "checkout",
    before: ctx.now - AGREEING_MS,
    ask: async ({ id, providerId: subscriptionId, createdAt }) => {
      // What nobody approves PayPal forgets some day, which is nothing to be refused.
      const read = await requirePayPal(ctx).readSubscription(subscriptionId);
      const isApproved = read !== null && read.status !== "APPROVAL_PENDING";
      const synced = isApproved ? await syncSubscription(ctx, subscriptionId) : null;
      if (synced?.state !== "applied")
        await setNextLook(ctx.db, { of: "checkout", id }, nextLookAt(createdAt, ctx.now));
      else if (synced.isNew)
        await noteHealed(ctx, subscriptionId, synced.subscription.memberId, "bought, and nobody told us");
    },
  });
}

const auditedDetails = z.object({
  subscriptionId: z.string().optional(),
  change: z.string().optional(),
  why: z.string().optional(),
});

/** Yesterday's differences and refusals in one mail to whoever runs the house; without an address they stand on Overview and in the log. */
async function report(ctx: Ctx): Promise<void> {
  if (!waysToOperator(ctx.config).hasMail) return;
  const today = dateIn(DEFAULT_ZONE, ctx.now);
  const date = addDays(today, -1);
  const day = { from: instantAt(date, 0, DEFAULT_ZONE), before: instantAt(today, 0, DEFAULT_ZONE) };
  const entries = await selectAuditBetween(
    ctx.db,
    ["subscription.differed", "subscription.double", "payment.refused"],
    day,
  );
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
  await mailToOperator(ctx, { kind: "difference-report", id: `differences-${date}`, parameters })?.insert;
}

/**
 * Puts right what differs from PayPal: does what events are still open, reads each subscription that is due and each checkout that
 * was never confirmed. What cannot be read is put off and holds nothing up; while PayPal as a whole is away it stops, and the next
 * hour goes on where it was.
 */
export async function reconcile(ctx: Ctx): Promise<void> {
  if (!ctx.paypal) return;
  await report(ctx);
  const askInTurn = createTurn();
  await doOpenEvents(ctx, askInTurn);
  await readDue(ctx, askInTurn);
  await readOpenCheckouts(ctx, askInTurn);
}

/** Empties the bodies of old events, and forgets checkouts that led to nothing. */
export async function purgePayments(ctx: Ctx): Promise<void> {
  await ctx.db.batch([
    emptyBodies(ctx.db, ctx.now - BODIES_KEPT_MS, PURGED_PER_HOUR),
    ...deleteAbandonedCheckouts(ctx.db, ctx.now - CHECKOUT_KEPT_MS, PURGED_PER_HOUR),
  ]);
}
