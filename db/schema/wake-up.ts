import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { BATCH_STATES, DELIVERY_STATES, SLOT_OUTCOMES } from "../../domain/rules/mail-states.ts";

/** One UTC instant at which an hour begins in some zone: the unit of dispatch. */
export const wakeUpSlots = sqliteTable("wake_up_slots", {
  slotAt: integer("slot_at").primaryKey(),
  leaseUntil: integer("lease_until").notNull().default(0),
  outcome: text({ enum: SLOT_OUTCOMES }),
  dueCount: integer("due_count").notNull().default(0),
  settledAt: integer("settled_at"),
});

/** The mail of a slot and local date, frozen when it is first dispatched. */
export const wakeUpMails = sqliteTable(
  "wake_up_mails",
  {
    slotAt: integer("slot_at").notNull(),
    localDate: text("local_date").notNull(),
    contentId: text("content_id").notNull(),
    subject: text().notNull(),
    html: text().notNull(),
    text: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.slotAt, table.localDate] })],
);

/** At most 100 recipients of a wake-up mail: one queue message, one Resend call. */
export const wakeUpBatches = sqliteTable(
  "wake_up_batches",
  {
    id: text().primaryKey(),
    slotAt: integer("slot_at").notNull(),
    timezone: text().notNull(),
    hour: integer().notNull(),
    localDate: text("local_date").notNull(),
    /** JSON array. */
    memberIds: text("member_ids").notNull(),
    state: text({ enum: BATCH_STATES }).notNull().default("open"),
    /** Part of the idempotency key; raised when the recipients are asked for afresh. */
    keyVersion: integer("key_version").notNull().default(1),
    /** All attempts, for the back-off. */
    attempts: integer().notNull().default(0),
    /** Attempts under the present key version; more than one means an earlier one ended unclear. */
    keyAttempts: integer("key_attempts").notNull().default(0),
    nextAttemptAt: integer("next_attempt_at").notNull(),
    leaseUntil: integer("lease_until").notNull().default(0),
    lastError: text("last_error"),
    createdAt: integer("created_at").notNull(),
    settledAt: integer("settled_at"),
    // What became of its members, written with its outcome: no view has to count deliveries.
    dueCount: integer("due_count").notNull().default(0),
    sentCount: integer("sent_count").notNull().default(0),
    failedCount: integer("failed_count").notNull().default(0),
    missedCount: integer("missed_count").notNull().default(0),
    unknownCount: integer("unknown_count").notNull().default(0),
    /** The batch that an administrator's Send again made of this one's members. */
    sentAgainAs: text("sent_again_as"),
    /** Until when one that an administrator sent again may go out, in place of the cut-off. */
    closesAt: integer("closes_at"),
  },
  (table) => [
    index("wake_up_batches_day").on(table.localDate, table.slotAt),
    index("wake_up_batches_open").on(table.nextAttemptAt).where(sql`state = 'open'`),
    index("wake_up_batches_late").on(table.slotAt).where(sql`state = 'open'`),
    // Whether a day's mail has gone out is asked of batches: a hundredth of the deliveries, which so need no index.
    index("wake_up_batches_sent").on(table.localDate).where(sql`state = 'sent'`),
    // What needs a look of a morning; batches without trouble are not in it.
    index("wake_up_batches_troubled")
      .on(table.localDate, table.slotAt, table.id)
      .where(
        sql`failed_count + missed_count + unknown_count > 0 or sent_again_as is not null or (state = 'open' and last_error is not null)`,
      ),
  ],
);

/** What the batches of a slot and local date add up to. Triggers of the migration keep it, written by hand since drizzle-kit cannot. */
export const wakeUpCounts = sqliteTable(
  "wake_up_counts",
  {
    localDate: text("local_date").notNull(),
    slotAt: integer("slot_at").notNull(),
    due: integer().notNull().default(0),
    sent: integer().notNull().default(0),
    /** Of those sent, in batches that settled on time (domain/rules/on-time.ts). */
    onTime: integer("on_time").notNull().default(0),
    failed: integer().notNull().default(0),
    missed: integer().notNull().default(0),
    unknown: integer().notNull().default(0),
    /** Members of batches that are still open. */
    open: integer().notNull().default(0),
    /** Batches that did not reach everybody and were not sent again. */
    troubledBatches: integer("troubled_batches").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.localDate, table.slotAt] })],
);

/**
 * One row per member and local date: what makes a mail go out once. The migration creates it WITHOUT ROWID by hand
 * (drizzle-kit cannot), so that a claim and a recorded outcome write one row each.
 */
export const wakeUpDeliveries = sqliteTable(
  "wake_up_deliveries",
  {
    localDate: text("local_date").notNull(),
    memberId: text("member_id").notNull(),
    batchId: text("batch_id").notNull(),
    keyVersion: integer("key_version").notNull(),
    state: text({ enum: DELIVERY_STATES }).notNull(),
    address: text().notNull(),
    firstName: text("first_name"),
    claimedAt: integer("claimed_at").notNull(),
    sentAt: integer("sent_at"),
    reason: text(),
  },
  (table) => [primaryKey({ columns: [table.localDate, table.memberId] })],
);
