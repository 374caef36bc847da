import type { Cadence } from "#domain/rules/cadences.ts";
import { applyAccessChanges } from "../access/apply-access-changes.ts";
import { reportEmptyMornings } from "../access/notices/report-empty-mornings.ts";
import { writeNotices } from "../access/notices/write-notices.ts";
import { writeWelcomeSeries } from "../access/notices/write-welcome-series.ts";
import { sendInvitations } from "../account/invitations/send-invitations.ts";
import { purgeSessions } from "../account/sessions/sessions.ts";
import { writeBroadcasts } from "../broadcasts/write-broadcasts.ts";
import { publishBegunContent } from "../content/content.queries.ts";
import { purgeContent } from "../content/delete-content.ts";
import { moveOldProgress } from "../content/move-progress.ts";
import { raiseAlarms } from "../health/checks/raise-alarms.ts";
import { purgeImportFiles } from "../imports/purge-import-files.ts";
import { runImports } from "../imports/run-imports.ts";
import type { Ctx } from "../kernel/context.ts";
import { forgetOverAttempts } from "../kernel/limits/attempt-counters.queries.ts";
import { errorFields, log } from "../kernel/log.ts";
import { remindOfLiveEvents } from "../live-events/remind-of-live-events.ts";
import { recordHourly } from "../mail/dispatcher.queries.ts";
import { sendDueMails } from "../mail/send-transactional-mails.ts";
import { purgeMailEvents } from "../mail-responses/events/apply-mail-events.ts";
import { purgeInbound } from "../mail-responses/inbound/list-inbound.ts";
import { purgeMedia, purgeUploads } from "../media/purge-media.ts";
import { foldTexts } from "../members/fold-texts.ts";
import { runMemberJobs } from "../members/run-member-jobs.ts";
import { settleOpenOrders } from "../money/gifts/pay-gift.ts";
import { placeWaitingGifts } from "../money/gifts/place-gifts.ts";
import { sendGiftMails } from "../money/gifts/send-gift-mails.ts";
import { purgePayments, reconcile } from "../money/subscriptions/reconcile.ts";
import { notifyOfPurges, purgeMembers } from "../privacy/retention/purge-members.ts";
import { purgeMails, purgeOldRows, purgePushes } from "../privacy/retention/purge-old-rows.ts";
import { purgeExpiredInvitations, purgeOpenInvitations } from "../privacy/retention/purge-unaccepted.ts";
import { dispatchPushes } from "../push/dispatch-pushes.ts";
import { countDays } from "../statistics/count-days.ts";
import { countDeliveries, emptyBatches, purgeMonths, purgeWakeUps } from "../wake-up/deliveries/purge-wake-ups.ts";
import { runResends } from "../wake-up/send-again/run-resends.ts";
import { dispatchWakeUps } from "../wake-up/slots/dispatch-wake-ups.ts";
import { isReserved } from "../wake-up/slots/slots.ts";

/** Counters per hour; docs/rules/budgets.md, "Row budgets". */
const ATTEMPTS_FORGOTTEN = 20_000;

type Job = {
  name: string;
  every: Cadence;
  /** `tickAt` is the cron's scheduled time (epoch ms); ahead of the real clock only in trials. */
  run: (ctx: Ctx, tick: { tickAt: number }) => Promise<unknown>;
};

const ifUnreserved =
  (run: Job["run"]): Job["run"] =>
  async (ctx, tick) =>
    isReserved(ctx.now) ? undefined : run(ctx, tick);

/** All work no request starts, in order. A job that doesn't finish continues at the next cron. */
export const JOBS: Job[] = [
  // First, so members whose access starts with a slot are woken by it.
  { name: "applyAccessChanges", every: "tick", run: applyAccessChanges },
  { name: "dispatchWakeUps", every: "tick", run: dispatchWakeUps },
  // After the emails, which don't wait for it.
  { name: "dispatchPushes", every: "tick", run: dispatchPushes },
  { name: "runResends", every: "tick", run: runResends },
  { name: "sendGiftMails", every: "tick", run: sendGiftMails },
  { name: "sendInvitations", every: "tick", run: ifUnreserved(sendInvitations) },
  // After the mornings: wake-up emails go before all others.
  { name: "sendDueMails", every: "tick", run: sendDueMails },
  { name: "writeBroadcasts", every: "tick", run: ifUnreserved(writeBroadcasts) },
  // Last: no email waits for these.
  { name: "runImports", every: "tick", run: runImports },
  { name: "runMemberJobs", every: "tick", run: runMemberJobs },
  { name: "purgeOpenInvitations", every: "tick", run: ifUnreserved(purgeOpenInvitations) },
  { name: "moveOldProgress", every: "tick", run: ifUnreserved(moveOldProgress) },

  { name: "raiseAlarms", every: "check", run: raiseAlarms },

  // First: only these have a deadline.
  { name: "remindOfLiveEvents", every: "hourly", run: remindOfLiveEvents },
  { name: "reportEmptyMornings", every: "hourly", run: reportEmptyMornings },
  { name: "countDays", every: "hourly", run: countDays },
  { name: "foldTexts", every: "hourly", run: foldTexts },
  { name: "writeNotices", every: "hourly", run: writeNotices },
  { name: "writeWelcomeSeries", every: "hourly", run: writeWelcomeSeries },
  // These stop when a slot begins, three minutes into the hour's work, so they run before jobs that wait for PayPal.
  { name: "emptyBatches", every: "hourly", run: emptyBatches },
  { name: "countDeliveries", every: "hourly", run: countDeliveries },
  { name: "purgeWakeUps", every: "hourly", run: purgeWakeUps },
  { name: "purgeMonths", every: "hourly", run: purgeMonths },
  { name: "settleOpenOrders", every: "hourly", run: settleOpenOrders },
  { name: "purgeContent", every: "hourly", run: purgeContent },
  { name: "publishBegunContent", every: "hourly", run: (ctx) => publishBegunContent(ctx.db, ctx.now).execute() },
  { name: "purgeUploads", every: "hourly", run: purgeUploads },
  { name: "purgeMedia", every: "hourly", run: purgeMedia },
  { name: "purgeImportFiles", every: "hourly", run: purgeImportFiles },
  { name: "purgeInbound", every: "hourly", run: purgeInbound },
  { name: "purgeMailEvents", every: "hourly", run: purgeMailEvents },
  { name: "reconcile", every: "hourly", run: reconcile },
  // After reconcile: a payment found there must hold the gift back.
  { name: "placeWaitingGifts", every: "hourly", run: placeWaitingGifts },
  { name: "purgePayments", every: "hourly", run: purgePayments },
  {
    name: "forgetOverAttempts",
    every: "hourly",
    run: (ctx) => forgetOverAttempts(ctx.db, ctx.now, ATTEMPTS_FORGOTTEN).execute(),
  },
  { name: "purgeSessions", every: "hourly", run: purgeSessions },
  { name: "notifyOfPurges", every: "hourly", run: notifyOfPurges },
  { name: "purgeMembers", every: "hourly", run: purgeMembers },
  { name: "purgeExpiredInvitations", every: "hourly", run: purgeExpiredInvitations },
  { name: "purgeOldRows", every: "hourly", run: purgeOldRows },
  { name: "purgePushes", every: "hourly", run: purgePushes },
  { name: "purgeMails", every: "hourly", run: purgeMails },
  { name: "recordHourly", every: "hourly", run: (ctx) => recordHourly(ctx.db, ctx.now).execute() },
];

/** Runs a cron's jobs in order and logs what each took. A failing job doesn't stop the others, but fails the run so the platform shows it. */
export async function runJobs(ctx: Ctx, every: Cadence, tickAt: number): Promise<void> {
  const { clock } = ctx;
  const failed: string[] = [];
  const took: Record<string, { ms: number }> = {};
  const startedAt = clock();
  for (const { name, run } of JOBS.filter((job) => job.every === every)) {
    const beganAt = clock();
    try {
      await run(ctx, { tickAt });
    } catch (error) {
      failed.push(name);
      log("error", "cron_part_failed", { cron: every, part: name, at: tickAt, ...errorFields(error) });
    }
    took[name] = { ms: clock() - beganAt };
  }
  log("info", "cron", { cron: every, at: tickAt, durationMs: clock() - startedAt, parts: took });
  if (failed.length > 0) throw new Error(`The ${every} cron failed in: ${failed.join(", ")}`);
}
