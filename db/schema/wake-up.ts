import { sql } from "drizzle-orm";
import { customType, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { DAY_MS } from "#domain/durations.ts";
import { BATCH_STATES, DELIVERY_STATES, type DeliveryState, SLOT_OUTCOMES } from "../../domain/rules/mail-states.ts";

/** A calendar day, stored as the number of days since 1970-01-01. */
const dayNumber = customType<{ data: string; driverData: number }>({
  dataType: () => "integer",
  toDriver: (date) => Date.parse(date) / DAY_MS,
  fromDriver: (day) => new Date(day * DAY_MS).toISOString().slice(0, 10),
});

/** An instant in epoch milliseconds, stored in whole seconds. */
const wholeSeconds = customType<{ data: number; driverData: number }>({
  dataType: () => "integer",
  toDriver: (instant) => Math.floor(instant / 1000),
  fromDriver: (seconds) => seconds * 1000,
});

/** A word of the list, stored as its place there. */
const deliveryState = customType<{ data: DeliveryState; driverData: number }>({
  dataType: () => "integer",
  toDriver: (state) => DELIVERY_STATES.indexOf(state),
  fromDriver: (place) => DELIVERY_STATES[place] ?? "unknown",
});

/** One UTC instant at which an hour begins in some zone: the unit of dispatch. */
export const wakeUpSlots = sqliteTable(
  "wake_up_slots",
  {
    slotAt: integer("slot_at").primaryKey(),
    leaseUntil: integer("lease_until").notNull().default(0),
    outcome: text({ enum: SLOT_OUTCOMES }),
    dueCount: integer("due_count").notNull().default(0),
    settledAt: integer("settled_at"),
  },
  // What a look for trouble asks of slots (worker/health/checks/): all but empty while all is well.
  (table) => [
    index("wake_up_slots_unsettled").on(table.slotAt).where(sql`outcome is null`),
    index("wake_up_slots_missed").on(table.settledAt).where(sql`outcome = 'missed' and due_count > 0`),
  ],
);

/** The mail of a slot and local date, frozen when it is first dispatched. */
export const wakeUpMails = sqliteTable(
  "wake_up_mails",
  {
    slotAt: integer("slot_at").notNull(),
    localDate: text("local_date").notNull(),
    contentId: text("content_id").notNull(),
    /** The item where it is the fallback of a date without content: the button leads to the item's page instead of the date's. */
    fallbackId: text("fallback_id"),
    subject: text().notNull(),
    html: text().notNull(),
    text: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.slotAt, table.localDate] })],
);

/** Whom a mail is for, and what of it is theirs alone, as it stood at the claim. Hour and zone are the batch's. */
type Recipient = {
  memberId: string;
  address: string;
  firstName: string | null;
  itemsCompleted: number;
  /** Missing in batches from before keys had ids. */
  unsubscribeKey?: number;
};

/** At most 100 recipients of a wake-up mail: one queue message, one Resend call. */
export const wakeUpBatches = sqliteTable(
  "wake_up_batches",
  {
    id: text().primaryKey(),
    /** What deliveries name it by. A trigger of the migration gives it out, written by hand since drizzle-kit cannot. */
    number: integer(),
    slotAt: integer("slot_at").notNull(),
    timezone: text().notNull(),
    hour: integer().notNull(),
    localDate: text("local_date").notNull(),
    /** JSON array. Emptied, as are the recipients, a day after the batch is settled. */
    memberIds: text("member_ids").notNull(),
    /** Who was claimed for the present key version, with all that is theirs in the mail: a retry is the same to the byte. */
    recipients: text({ mode: "json" }).$type<Recipient[]>().notNull().default([]),
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
    /** The key that its mails' links are made with, since the first attempt under the present key version. */
    signingKey: integer("signing_key").notNull().default(1),
  },
  (table) => [
    index("wake_up_batches_day").on(table.localDate, table.slotAt),
    index("wake_up_batches_open").on(table.nextAttemptAt).where(sql`state = 'open'`),
    index("wake_up_batches_late").on(table.slotAt).where(sql`state = 'open'`),
    uniqueIndex("wake_up_batches_number").on(table.number),
    // What a look for trouble asks (worker/health/checks/): empty while all is well.
    index("wake_up_batches_failed").on(table.settledAt).where(sql`state = 'failed' and sent_again_as is null`),
    index("wake_up_batches_dead").on(table.slotAt).where(sql`state = 'open' and last_error = 'dead_letter'`),
    // Whose recipients are to be emptied.
    index("wake_up_batches_to_empty").on(table.settledAt).where(sql`settled_at is not null and member_ids <> '[]'`),
    // What needs a look of a morning, first what can be sent again; batches without trouble are not in it.
    index("wake_up_batches_in_trouble")
      .on(table.localDate, sql`(state = 'open' or sent_again_as is not null)`, table.slotAt, table.id)
      .where(
        sql`failed_count + missed_count + unknown_count > 0 or sent_again_as is not null or (state = 'open' and last_error is not null)`,
      ),
  ],
);

/**
 * What the batches of a slot and local date add up to, kept when they are gone. Triggers of the migration keep it, written by
 * hand since drizzle-kit cannot.
 */
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
 * One row per member and local date: what makes a mail go out once. It is kept small, since it is the table that grows: who a
 * member is stands in the batch's row. The migration creates it WITHOUT ROWID by hand (drizzle-kit cannot), so that a claim and a
 * recorded outcome write one row each. The view `wake_up_deliveries` shows it in words.
 */
export const deliveries = sqliteTable(
  "deliveries",
  {
    localDate: dayNumber("day").notNull(),
    memberId: text("member_id").notNull(),
    /** The number of its batch. */
    batch: integer().notNull(),
    keyVersion: integer("key_version").notNull(),
    state: deliveryState().notNull(),
    claimedAt: wholeSeconds("claimed_at").notNull(),
    sentAt: wholeSeconds("sent_at"),
    /** Why nothing was sent. Of a claim, when the hour begins to which its member has moved since: in seconds. */
    reason: text(),
  },
  (table) => [primaryKey({ columns: [table.localDate, table.memberId] })],
);

/** A member's deliveries of a month that is over, counted before they go. */
export const deliveryMonths = sqliteTable(
  "delivery_months",
  {
    /** `YYYY-MM`. */
    month: text().notNull(),
    memberId: text("member_id").notNull(),
    sent: integer().notNull(),
    /** Neither sent nor known to be: failed, missed or unknown. */
    notSent: integer("not_sent").notNull(),
  },
  (table) => [primaryKey({ columns: [table.month, table.memberId] })],
);

/** The deliveries as they were before, which the migration has copied; nothing reads them, and a later migration drops the table. */
export const oldDeliveries = sqliteTable(
  "old_deliveries",
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
