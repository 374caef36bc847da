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
import { runParts } from "./run-parts.ts";
import { countDays } from "./statistics/count-days.ts";
import { purgeMedia, purgeUploads } from "./uploads/purge-media.ts";
import { countDeliveries, emptyBatches, purgeWakeUps } from "./wake-up/purge-wake-ups.ts";

/** Counters in an hour; docs/design.md, "Row budgets". */
const ATTEMPTS_FORGOTTEN = 20_000;

/** What nobody waits for, each in slices of its own: what is left over is the next hour's. */
export async function hourly(ctx: Ctx): Promise<void> {
  await runParts("hourly", ctx.now, {
    // First: these alone are written against a clock.
    remindOfLiveEvents: () => remindOfLiveEvents(ctx),
    tellOfEmptyMornings: () => tellOfEmptyMornings(ctx),
    countDays: () => countDays(ctx),
    writeNotices: () => writeNotices(ctx),
    writeWelcomeSeries: () => writeWelcomeSeries(ctx),
    settleOpenOrders: () => settleOpenOrders(ctx),
    placeWaitingGifts: () => placeWaitingGifts(ctx),
    purgeContent: () => purgeContent(ctx),
    purgeUploads: () => purgeUploads(ctx),
    purgeMedia: () => purgeMedia(ctx),
    purgeInbound: () => purgeInbound(ctx),
    purgeMailEvents: () => purgeMailEvents(ctx),
    reconcile: () => reconcile(ctx),
    purgePayments: () => purgePayments(ctx),
    forgetOverAttempts: () => forgetOverAttempts(ctx.db, ctx.now, ATTEMPTS_FORGOTTEN).execute(),
    purgeSessions: () => purgeSessions(ctx),
    emptyBatches: () => emptyBatches(ctx),
    countDeliveries: () => countDeliveries(ctx),
    purgeWakeUps: () => purgeWakeUps(ctx),
    recordHourly: () => recordHourly(ctx.db, ctx.now).execute(),
  });
}
