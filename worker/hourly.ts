import { forgetOverAttempts } from "./auth/attempt-counters.queries.ts";
import { purgeSessions } from "./auth/sessions.ts";
import { purgeContent } from "./content/purge-content.ts";
import type { Ctx } from "./context.ts";
import { settleOpenOrders } from "./gifts/pay-gift.ts";
import { placeWaitingGifts } from "./gifts/place-gifts.ts";
import { purgeInbound } from "./inbound/purge-inbound.ts";
import { remindOfLiveEvents } from "./live-events/remind-of-live-events.ts";
import { recordHourly } from "./mail/dispatcher.queries.ts";
import { purgeMailEvents } from "./mail-events/apply-mail-events.ts";
import { tellOfEmptyMornings } from "./notices/tell-of-empty-mornings.ts";
import { writeWelcomeSeries } from "./notices/welcome-series.ts";
import { writeNotices } from "./notices/write-notices.ts";
import { purgePayments, reconcile } from "./payments/reconcile.ts";
import { purgeMembers, tellOfPurges } from "./retention/purge-members.ts";
import { purgeMails, purgeOldRows } from "./retention/purge-old-rows.ts";
import { runParts } from "./run-parts.ts";
import { countDays } from "./statistics/count-days.ts";
import { purgeMedia, purgeUploads } from "./uploads/purge-media.ts";
import { countDeliveries, emptyBatches, purgeMonths, purgeWakeUps } from "./wake-up/purge-wake-ups.ts";

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
