import { tellOfEmptyMornings } from "../access/notices/tell-of-empty-mornings.ts";
import { writeWelcomeSeries } from "../access/notices/welcome-series.ts";
import { writeNotices } from "../access/notices/write-notices.ts";
import { purgeSessions } from "../account/sessions/sessions.ts";
import { purgeContent } from "../content/purge-content.ts";
import type { Ctx } from "../kernel/context.ts";
import { forgetOverAttempts } from "../kernel/limits/attempt-counters.queries.ts";
import { runParts } from "../kernel/run-parts.ts";
import { remindOfLiveEvents } from "../live-events/remind-of-live-events.ts";
import { recordHourly } from "../mail/dispatcher.queries.ts";
import { purgeMailEvents } from "../mail-responses/events/apply-mail-events.ts";
import { purgeInbound } from "../mail-responses/letters/purge-inbound.ts";
import { purgeMedia, purgeUploads } from "../media/purge-media.ts";
import { settleOpenOrders } from "../money/gifts/pay-gift.ts";
import { placeWaitingGifts } from "../money/gifts/place-gifts.ts";
import { purgePayments, reconcile } from "../money/subscriptions/reconcile.ts";
import { purgeMembers, tellOfPurges } from "../privacy/retention/purge-members.ts";
import { purgeMails, purgeOldRows } from "../privacy/retention/purge-old-rows.ts";
import { countDays } from "../statistics/count-days.ts";
import { countDeliveries, emptyBatches, purgeMonths, purgeWakeUps } from "../wake-up/deliveries/purge-wake-ups.ts";

/** Counters in an hour; docs/design.md, "Row budgets". */
const ATTEMPTS_FORGOTTEN = 20_000;

/** What nobody waits for, each in slices of its own: what is left over is the next hour's. */
export const HOURLY_PARTS: Record<string, (ctx: Ctx) => Promise<unknown>> = {
  // First: these alone are written against a clock.
  remindOfLiveEvents,
  tellOfEmptyMornings,
  countDays,
  writeNotices,
  writeWelcomeSeries,
  // These stop when a slot comes, three minutes into the hour's work: before those that wait for PayPal's answers.
  emptyBatches,
  countDeliveries,
  purgeWakeUps,
  purgeMonths,
  settleOpenOrders,
  purgeContent,
  purgeUploads,
  purgeMedia,
  purgeInbound,
  purgeMailEvents,
  reconcile,
  // Behind it: a payment that comes to light there keeps a gift waiting.
  placeWaitingGifts,
  purgePayments,
  forgetOverAttempts: (ctx) => forgetOverAttempts(ctx.db, ctx.now, ATTEMPTS_FORGOTTEN).execute(),
  purgeSessions,
  tellOfPurges,
  purgeMembers,
  purgeOldRows,
  purgeMails,
  recordHourly: (ctx) => recordHourly(ctx.db, ctx.now).execute(),
};

export async function hourly(ctx: Ctx): Promise<void> {
  const parts = Object.entries(HOURLY_PARTS).map(([part, run]) => [part, () => run(ctx)] as const);
  await runParts(ctx, { name: "hourly", at: ctx.now }, Object.fromEntries(parts));
}
