import { DAY_MS } from "#domain/durations.ts";
import { deleteOldAdminSessions } from "../../account/admin/admin-sessions.queries.ts";
import { deleteOldIncidents } from "../../incidents/incidents.queries.ts";
import type { Ctx } from "../../kernel/context.ts";
import {
  deleteMailsOfMembers,
  deleteMailsOfStrangers,
  deleteOldAudit,
  deleteOldDeliveries,
  deleteOldLinks,
  deleteUnpaidGifts,
  emptyOldGifts,
} from "./purge-old-rows.queries.ts";

const LINKS_KEPT_MS = 30 * DAY_MS;
const ADMIN_SESSIONS_KEPT_MS = 30 * DAY_MS;
/** Longer than any payment dispute lasts. */
const GIFTS_KEPT_MS = 365 * DAY_MS;
const INCIDENTS_KEPT_MS = 365 * DAY_MS;
/** As long as an abandoned checkout. */
const UNPAID_KEPT_MS = 30 * DAY_MS;
/** Limits per kind and hour; gifts have their own, since each takes emails with it; docs/design.md, "Row budgets". */
const SLICE = 1000;
const GIFTS_PER_HOUR = 50;
const MAILS_PER_HOUR = 5000;

/** Deletes rows that expire by age and that no other module deletes, in the order of the retention rules. */
export async function purgeOldRows(ctx: Ctx): Promise<void> {
  const { db, now, config } = ctx;
  const before = (kept: number, limit = SLICE) => ({ before: now - kept, limit });
  await db.batch([
    deleteOldAudit(db, before(config.auditKeptMs)),
    deleteOldLinks(db, before(LINKS_KEPT_MS)),
    deleteOldAdminSessions(db, before(ADMIN_SESSIONS_KEPT_MS)),
    deleteMailsOfStrangers(db, before(GIFTS_KEPT_MS)),
    deleteOldDeliveries(db, SLICE),
    deleteOldIncidents(db, before(INCIDENTS_KEPT_MS)),
    ...deleteUnpaidGifts(db, before(UNPAID_KEPT_MS, GIFTS_PER_HOUR)),
    ...emptyOldGifts(db, { ...before(GIFTS_KEPT_MS, GIFTS_PER_HOUR), now }),
  ]);
}

/** Deletes members' emails that were settled long ago; what they reported is stored elsewhere. */
export async function purgeMails({ db, now, config }: Ctx): Promise<void> {
  await deleteMailsOfMembers(db, { before: now - config.mailsKeptMs, limit: MAILS_PER_HOUR });
}
