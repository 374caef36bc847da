import { DAY_MS } from "#domain/durations.ts";
import { deleteOldAdminSessions } from "../../account/admin/admin-sessions.queries.ts";
import { deleteRetiredKeys } from "../../account/admin/administrators.queries.ts";
import { deleteOldIncidents } from "../../incidents/incidents.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import { deleteOldPushBatches, deletePushDeliveries } from "../../push/batches.queries.ts";
import { DAYS_OF_DELIVERIES } from "../../wake-up/deliveries/purge-wake-ups.ts";
import {
  deleteMailsOfMembers,
  deleteMailsOfStrangers,
  deleteOldAudit,
  deleteOldBroadcasts,
  deleteOldDrafts,
  deleteOldJobs,
  deleteOldLinks,
  deleteUnpaidGifts,
  emptyOldGifts,
} from "./purge-old-rows.queries.ts";

const MONTH_MS = 30 * DAY_MS;
/** Longer than any payment dispute lasts. */
const YEAR_MS = 365 * DAY_MS;
/** Limits per kind and hour; a gift takes its emails with it; docs/rules/budgets.md, "Row budgets". */
const SLICE = 1000;
const GIFTS_PER_HOUR = 50;
const MAILS_PER_HOUR = 5000;
const PUSHES_PER_HOUR = 10_000;

/** Deletes rows that expire by age and that no other job deletes. */
export async function purgeOldRows(ctx: Ctx): Promise<void> {
  const { db, now, config } = ctx;
  const before = (kept: number, limit = SLICE) => ({ before: now - kept, limit });
  await db.batch([
    deleteOldAudit(db, before(config.auditKeptMs)),
    deleteOldLinks(db, before(MONTH_MS)),
    deleteOldDrafts(db, before(MONTH_MS)),
    deleteOldAdminSessions(db, before(MONTH_MS)),
    deleteRetiredKeys(db, before(YEAR_MS)),
    deleteMailsOfStrangers(db, before(YEAR_MS)),
    deleteOldIncidents(db, before(YEAR_MS)),
    ...deleteOldJobs(db, { ...before(config.auditKeptMs), unconfirmedBefore: now - DAY_MS }),
    ...deleteUnpaidGifts(db, before(MONTH_MS, GIFTS_PER_HOUR)),
    ...emptyOldGifts(db, { ...before(YEAR_MS, GIFTS_PER_HOUR), now }),
  ]);
}

/** Deletes results of notifications as old as emails' are when they go, and batches that no tick closed. */
export async function purgePushes({ db, now }: Ctx): Promise<void> {
  await db.batch([
    deleteOldPushBatches(db, { before: now - MONTH_MS, limit: SLICE }),
    deletePushDeliveries(db, { before: now - DAYS_OF_DELIVERIES * DAY_MS, limit: PUSHES_PER_HOUR }),
  ]);
}

/** Deletes members' emails that were settled long ago, and messages no email needs: they hold the only copy of the text. */
export async function purgeMails({ db, now, config }: Ctx): Promise<void> {
  const { mailsKeptMs } = config;
  await db.batch([
    deleteMailsOfMembers(db, { before: now - mailsKeptMs, limit: MAILS_PER_HOUR }),
    deleteOldBroadcasts(db, { before: now - Math.max(YEAR_MS, mailsKeptMs), limit: SLICE }),
  ]);
}
