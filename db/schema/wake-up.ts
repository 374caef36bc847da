import { sql } from "drizzle-orm";
import { customType, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { BATCH_STATES, DELIVERY_STATES, type DeliveryState, SLOT_OUTCOMES } from "../../domain/rules/mail-states.ts";
import { dayNumber, wholeSeconds } from "./column-types.ts";
import { members } from "./members.ts";

/** A state, stored as its position in the list. */
const deliveryState = customType<{ data: DeliveryState; driverData: number }>({
  dataType: () => "integer",
  toDriver: (state) => DELIVERY_STATES.indexOf(state),
  fromDriver: (place) => DELIVERY_STATES[place] ?? "unknown",
});

/** Weekend hours as 0.2.0 stored them. `takePlansOver` empties it, and a later migration drops it. */
export const wakeUpPlans = sqliteTable(
  "wake_up_plans",
  {
    memberId: text("member_id")
      .primaryKey()
      .references(() => members.id),
    weekdayHour: integer("weekday_hour").notNull(),
    /** Null: no email on weekends. */
    weekendHour: integer("weekend_hour"),
    nextChangeAt: integer("next_change_at"),
  },
  (table) => [index("wake_up_plans_next").on(table.nextChangeAt).where(sql`next_change_at is not null`)],
);

/** A UTC instant at which an hour begins in some zone: the unit of dispatch. */
export const wakeUpSlots = sqliteTable(
  "wake_up_slots",
  {
    slotAt: integer("slot_at").primaryKey(),
    leaseUntil: integer("lease_until").notNull().default(0),
    outcome: text({ enum: SLOT_OUTCOMES }),
    dueCount: integer("due_count").notNull().default(0),
    settledAt: integer("settled_at"),
    /** Its notifications are still to be cut into batches (worker/push/). */
    pushDue: integer("push_due").notNull().default(0),
  },
  // Read by the health checks (worker/health/checks/): nearly empty while all is well.
  (table) => [
    index("wake_up_slots_unsettled").on(table.slotAt).where(sql`outcome is null`),
    index("wake_up_slots_push").on(table.slotAt).where(sql`push_due = 1`),
    index("wake_up_slots_missed").on(table.settledAt).where(sql`outcome = 'missed' and due_count > 0`),
  ],
);

/** The email of a slot and local date, frozen when it's first dispatched. */
export const wakeUpMails = sqliteTable(
  "wake_up_mails",
  {
    slotAt: integer("slot_at").notNull(),
    localDate: text("local_date").notNull(),
    contentId: text("content_id").notNull(),
    /** The item's ID if it's the fallback of a date without content: the button then opens the item's page, not the date's. */
    fallbackId: text("fallback_id"),
    subject: text().notNull(),
    html: text().notNull(),
    text: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.slotAt, table.localDate] })],
);

/** A recipient and the parts of the email that are theirs alone, as of the claim. Hour and zone are the batch's. */
type Recipient = {
  memberId: string;
  address: string;
  firstName: string | null;
  /** Days in a row up to the day before. */
  streak?: number;
  /** Missing in batches from before keys had IDs. */
  unsubscribeKey?: number;
  /** As in `members`. */
  weekendHour?: number | null;
  /** Only in recipients that 0.2.0 claimed: 1 if their weekends differ. */
  isPlanned?: number | null;
};

/** At most 100 recipients of a wake-up email: one queue message, one Resend call. */
export const wakeUpBatches = sqliteTable(
  "wake_up_batches",
  {
    id: text().primaryKey(),
    /** The number deliveries refer to. A trigger written by hand in the migration (drizzle-kit can't) assigns it. */
    number: integer(),
    slotAt: integer("slot_at").notNull(),
    timezone: text().notNull(),
    hour: integer().notNull(),
    localDate: text("local_date").notNull(),
    /** JSON array. Emptied, like the recipients, a day after the batch is settled. */
    memberIds: text("member_ids").notNull(),
    /** The members claimed for the current key version, with everything of theirs in the email: a retry has the same bytes. */
    recipients: text({ mode: "json" }).$type<Recipient[]>().notNull().default([]),
    state: text({ enum: BATCH_STATES }).notNull().default("open"),
    /** Part of the idempotency key; raised when the due members are selected again. */
    keyVersion: integer("key_version").notNull().default(1),
    attempts: integer().notNull().default(0),
    /** Attempts under the current key version; more than one means an earlier one had no clear result. */
    keyAttempts: integer("key_attempts").notNull().default(0),
    nextAttemptAt: integer("next_attempt_at").notNull(),
    leaseUntil: integer("lease_until").notNull().default(0),
    lastError: text("last_error"),
    createdAt: integer("created_at").notNull(),
    settledAt: integer("settled_at"),
    // Results of its members, written with the outcome, so no view has to count deliveries.
    dueCount: integer("due_count").notNull().default(0),
    sentCount: integer("sent_count").notNull().default(0),
    failedCount: integer("failed_count").notNull().default(0),
    missedCount: integer("missed_count").notNull().default(0),
    unknownCount: integer("unknown_count").notNull().default(0),
    /** The batch that an administrator's resend made from this one's members; its own ID if none of them could get it anymore. */
    sentAgainAs: text("sent_again_as"),
    /** The end of sending for a batch that an administrator sent again, instead of the cutoff. */
    closesAt: integer("closes_at"),
    signingKey: integer("signing_key").notNull().default(1),
  },
  (table) => [
    index("wake_up_batches_day").on(table.localDate, table.slotAt),
    index("wake_up_batches_open").on(table.nextAttemptAt).where(sql`state = 'open'`),
    index("wake_up_batches_late").on(table.slotAt).where(sql`state = 'open'`),
    uniqueIndex("wake_up_batches_number").on(table.number),
    index("wake_up_batches_failed").on(table.settledAt).where(sql`state = 'failed' and sent_again_as is null`),
    index("wake_up_batches_dead").on(table.slotAt).where(sql`state = 'open' and last_error = 'dead_letter'`),
    // Batches whose recipients must still be emptied.
    index("wake_up_batches_to_empty").on(table.settledAt).where(sql`settled_at is not null and member_ids <> '[]'`),
    // A morning's batches that need attention, first those that can be sent again; batches without trouble aren't in it.
    index("wake_up_batches_in_trouble")
      .on(table.localDate, sql`(state = 'open' or sent_again_as is not null)`, table.slotAt, table.id)
      .where(
        sql`failed_count + missed_count + unknown_count > 0 or sent_again_as is not null or (state = 'open' and last_error is not null)`,
      ),
  ],
);

/** A morning's "Resend all": what ticks have passed of it, and how it ended. Asking again begins it again. */
export const wakeUpResends = sqliteTable(
  "wake_up_resends",
  {
    localDate: text("local_date").primaryKey(),
    /** The administrator has accepted that some members may get a second copy. */
    mayRepeat: integer("may_repeat", { mode: "boolean" }).notNull(),
    /** As in the audit log. */
    askedBy: text("asked_by").notNull(),
    askedAt: integer("asked_at").notNull(),
    /** The last batch a tick passed; batches have the order of their slots. */
    cursorSlotAt: integer("cursor_slot_at").notNull().default(0),
    cursorId: text("cursor_id").notNull().default(""),
    /** Batches resent so far. */
    resent: integer().notNull().default(0),
    stoppedAt: integer("stopped_at"),
    endedAt: integer("ended_at"),
  },
  // The tick looks here every minute.
  (table) => [index("wake_up_resends_open").on(table.askedAt).where(sql`stopped_at is null and ended_at is null`)],
);

/** Totals of a slot's and local date's batches, which outlive the batches. Triggers written by hand in the migration keep them. */
export const wakeUpCounts = sqliteTable(
  "wake_up_counts",
  {
    localDate: text("local_date").notNull(),
    slotAt: integer("slot_at").notNull(),
    due: integer().notNull().default(0),
    sent: integer().notNull().default(0),
    /** Sent in batches that settled on time (domain/rules/on-time.ts). */
    onTime: integer("on_time").notNull().default(0),
    failed: integer().notNull().default(0),
    missed: integer().notNull().default(0),
    unknown: integer().notNull().default(0),
    open: integer().notNull().default(0),
    /** Batches that didn't reach everyone and weren't sent again. */
    troubledBatches: integer("troubled_batches").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.localDate, table.slotAt] })],
);

/** One row per member and date, so an email goes out once. WITHOUT ROWID: it grows most. `wake_up_deliveries` shows it in words. */
export const deliveries = sqliteTable(
  "deliveries",
  {
    localDate: dayNumber("day").notNull(),
    memberId: text("member_id").notNull(),
    batch: integer().notNull(),
    keyVersion: integer("key_version").notNull(),
    state: deliveryState().notNull(),
    claimedAt: wholeSeconds("claimed_at").notNull(),
    sentAt: wholeSeconds("sent_at"),
    /** Why nothing was sent. On a claim: when the hour the member has since moved to begins, in seconds. */
    reason: text(),
  },
  (table) => [primaryKey({ columns: [table.localDate, table.memberId] })],
);

/** A member's deliveries in a past month, counted before they're deleted. */
export const deliveryMonths = sqliteTable(
  "delivery_months",
  {
    month: text().notNull(),
    memberId: text("member_id").notNull(),
    sent: integer().notNull(),
    /** Failed, missed, or unknown. */
    notSent: integer("not_sent").notNull(),
  },
  (table) => [primaryKey({ columns: [table.month, table.memberId] })],
);

/** Deliveries in their format before migration 0009, emptied by 0.2.0. Nothing reads or writes them; a later migration drops the table. */
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
