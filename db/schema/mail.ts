import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { TRANSACTIONAL_MAIL_STATES } from "../../domain/rules/mail-states.ts";

/** Mails other than the wake-up: written in the batch of their cause, so that none is lost. */
export const transactionalMails = sqliteTable(
  "transactional_mails",
  {
    id: text().primaryKey(),
    /** Null for rows older than this column whose member nobody can tell any more. */
    memberId: text("member_id"),
    kind: text().notNull(),
    toAddress: text("to_address").notNull(),
    /** JSON, parsed by zod per kind; never holds a token. */
    parameters: text().notNull(),
    /** The auth token whose link the mail carries. */
    tokenId: text("token_id"),
    state: text({ enum: TRANSACTIONAL_MAIL_STATES }).notNull().default("pending"),
    /** The provider call that the mail is bound to, and its idempotency key; null while nothing can have been accepted. */
    callId: text("call_id"),
    /** All attempts, for the back-off. */
    attempts: integer().notNull().default(0),
    /** Attempts under the present key; more than one means an earlier one ended unclear. */
    keyAttempts: integer("key_attempts").notNull().default(0),
    /** The first of them: the provider forgets a key after a day. */
    firstAttemptAt: integer("first_attempt_at"),
    nextAttemptAt: integer("next_attempt_at").notNull(),
    /** Not sent before this instant, however its cause came about. */
    notBefore: integer("not_before"),
    /** After this instant the mail's link has expired and it is closed instead of sent. */
    expiresAt: integer("expires_at"),
    lastError: text("last_error"),
    createdAt: integer("created_at").notNull(),
    settledAt: integer("settled_at"),
    /** The key that its links are made with, since the first attempt under the present call. */
    signingKey: integer("signing_key").notNull().default(1),
  },
  (table) => [
    index("transactional_mails_member").on(table.memberId, table.createdAt),
    index("transactional_mails_pending").on(table.nextAttemptAt).where(sql`state = 'pending'`),
    // Of those that go by their age: receipts stay with their payments, and a purge waits for the mail that told of it.
    index("transactional_mails_old")
      .on(table.createdAt)
      .where(
        sql`state <> 'pending' and member_id is not null and kind not in ('payment-receipt','payment-refunded','gift-receipt','gift-refunded','purge-ahead')`,
      ),
    // A day's, as its statistics count them.
    index("transactional_mails_sent").on(table.settledAt).where(sql`state = 'sent'`),
    index("transactional_mails_recovered").on(table.createdAt).where(sql`kind = 'payment-recovered'`),
    // That a stranger's letter has arrived: a purge and an export find it by the address.
    index("transactional_mails_to_strangers")
      .on(sql`lower(to_address)`)
      .where(sql`member_id is null and kind in ('inbound-received','inbound-received-refund','inbound-received-stop')`),
    index("transactional_mails_call").on(table.callId).where(sql`state = 'pending' and call_id is not null`),
  ],
);

/** One row for all sending: when the dispatcher last worked, until when and why nothing may be sent, and at what pace it is. */
export const dispatcher = sqliteTable("dispatcher", {
  id: integer().primaryKey(),
  /** Null on a fresh install. */
  lastTickAt: integer("last_tick_at"),
  /** Stays behind its instant until a call has got through. */
  pausedUntil: integer("paused_until"),
  pauseReason: text("pause_reason"),
  /** When the hourly cron last worked. */
  lastHourlyAt: integer("last_hourly_at"),
  /** The last month (`YYYY-MM`) whose deliveries are counted by member, and up to which member the next one is. */
  countedMonth: text("counted_month"),
  countedUpTo: text("counted_up_to"),
  /** The member up to whom the welcome series has been written: when they joined, and who they are. */
  welcomedAt: integer("welcomed_at"),
  welcomedId: text("welcomed_id"),
  // The pace of all calls of the mail provider (docs/design.md, "Pace").
  lastStartAt: integer("last_start_at"),
  /** By how much starts were moved so far; one that was given out before is later by what has been added since. */
  slowedMs: integer("slowed_ms").notNull().default(0),
  slowedUntil: integer("slowed_until"),
  /** The next start that the batches of a tick have left to other mails, and up to when there are such. */
  spareAt: integer("spare_at"),
  spareUntil: integer("spare_until"),
  /** The last start that was given to a mail sent at once. */
  takenAt: integer("taken_at"),
  /** Until when complaints hold back each of these kinds of email; no other email waits for it. */
  wakeUpsPausedUntil: integer("wake_ups_paused_until"),
  acknowledgementsPausedUntil: integer("acknowledgements_paused_until"),
  giftsPausedUntil: integer("gifts_paused_until"),
  /** When an administrator last ended such a pause: complaints from before that pause nothing again. */
  complaintsFrom: integer("complaints_from"),
});
