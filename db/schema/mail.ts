import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { PAUSABLE_KINDS } from "../../domain/rules/mail-events.ts";
import { TRANSACTIONAL_MAIL_STATES } from "../../domain/rules/mail-states.ts";

/** All emails except wake-ups: written in the batch of their cause, so none is lost. */
export const transactionalMails = sqliteTable(
  "transactional_mails",
  {
    id: text().primaryKey(),
    /** Null for rows older than this column whose member is unknown. */
    memberId: text("member_id"),
    kind: text().notNull(),
    toAddress: text("to_address").notNull(),
    /** JSON, parsed by zod per kind; never holds a token. */
    parameters: text().notNull(),
    tokenId: text("token_id"),
    state: text({ enum: TRANSACTIONAL_MAIL_STATES }).notNull().default("pending"),
    /** The provider call the email is bound to, and its idempotency key; null while nothing can have been accepted. */
    callId: text("call_id"),
    /** All attempts, for the backoff. */
    attempts: integer().notNull().default(0),
    /** Attempts under the current key; more than one means an earlier one had no clear result. */
    keyAttempts: integer("key_attempts").notNull().default(0),
    /** The first attempt under the current key: the provider forgets a key after a day. */
    firstAttemptAt: integer("first_attempt_at"),
    nextAttemptAt: integer("next_attempt_at").notNull(),
    notBefore: integer("not_before"),
    /** After this instant the email's link has expired, and it's closed instead of sent. */
    expiresAt: integer("expires_at"),
    lastError: text("last_error"),
    createdAt: integer("created_at").notNull(),
    settledAt: integer("settled_at"),
    /** The key its links are made with, since the first attempt under the current call. */
    signingKey: integer("signing_key").notNull().default(1),
  },
  (table) => [
    index("transactional_mails_member").on(table.memberId, table.createdAt),
    index("transactional_mails_pending").on(table.nextAttemptAt).where(sql`state = 'pending'`),
    // Emails deleted by age: receipts stay with their payments, and a purge waits for the email that announced it.
    index("transactional_mails_old")
      .on(table.createdAt)
      .where(
        sql`state <> 'pending' and member_id is not null and kind not in ('payment-receipt','payment-refunded','gift-receipt','gift-refunded','purge-ahead')`,
      ),
    // A day's emails, for its statistics.
    index("transactional_mails_sent").on(table.settledAt).where(sql`state = 'sent'`),
    index("transactional_mails_recovered").on(table.createdAt).where(sql`kind = 'payment-recovered'`),
    // Answers to people without an account: a purge and an export find them by address.
    index("transactional_mails_to_strangers")
      .on(sql`lower(to_address)`)
      .where(
        sql`member_id is null and kind in ('inbound-received','inbound-received-refund','inbound-received-stop','inbound-answer')`,
      ),
    index("transactional_mails_call").on(table.callId).where(sql`state = 'pending' and call_id is not null`),
  ],
);

/** One row for all sending: when the dispatcher last ran, and its pace. */
export const dispatcher = sqliteTable("dispatcher", {
  id: integer().primaryKey(),
  lastTickAt: integer("last_tick_at"),
  lastHourlyAt: integer("last_hourly_at"),
  /** The last month (`YYYY-MM`) counted for every member, and the last member counted of the month after it. */
  countedMonth: text("counted_month"),
  countedUpTo: text("counted_up_to"),
  /** How far the welcome series is written: the last member's joining time and ID. */
  welcomedAt: integer("welcomed_at"),
  welcomedId: text("welcomed_id"),
  // The pace of all calls to the email provider (docs/rules/mail.md, "Pace").
  lastStartAt: integer("last_start_at"),
  /** Total delay (ms) added to starts so far; an earlier start is late by what has been added since. */
  slowedMs: integer("slowed_ms").notNull().default(0),
  slowedUntil: integer("slowed_until"),
  /** The next start a tick's batches have left to other emails, and the end of such starts. */
  spareAt: integer("spare_at"),
  spareUntil: integer("spare_until"),
  /** The last start given to an email sent immediately. */
  takenAt: integer("taken_at"),
  /** When an administrator last ended a pause after complaints: those from before it can't pause anything again. */
  complaintsFrom: integer("complaints_from"),
  // Pauses as 0.2.0 kept them. Nothing names these columns, and a later release drops them.
  pausedUntil: integer("paused_until"),
  pauseReason: text("pause_reason"),
  wakeUpsPausedUntil: integer("wake_ups_paused_until"),
  acknowledgementsPausedUntil: integer("acknowledgements_paused_until"),
  giftsPausedUntil: integer("gifts_paused_until"),
  invitationsPausedUntil: integer("invitations_paused_until"),
  messagesPausedUntil: integer("messages_paused_until"),
});

/** What doesn't go out, and until when. A row outlasts its instant: a call that succeeds deletes that of all email. */
export const pauses = sqliteTable("pauses", {
  /** All email, or a kind that many complained about. */
  kind: text({ enum: ["all", ...PAUSABLE_KINDS] }).primaryKey(),
  until: integer().notNull(),
  /** Shown to administrators; empty for complaints. */
  reason: text().notNull().default(""),
});
