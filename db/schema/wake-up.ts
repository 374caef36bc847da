import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One UTC instant at which some hour strikes in some zone: the unit of dispatch. */
export const strikes = sqliteTable("strikes", {
  strikeAt: integer("strike_at").primaryKey(),
  leaseUntil: integer("lease_until").notNull().default(0),
  /** Null while pages may still have to be written; else paged, nobody_due, no_content or missed. */
  outcome: text(),
  dueCount: integer("due_count").notNull().default(0),
  settledAt: integer("settled_at"),
});

/** The mail of a strike for one local date, frozen at dispatch. */
export const issues = sqliteTable(
  "issues",
  {
    strikeAt: integer("strike_at").notNull(),
    localDate: text("local_date").notNull(),
    contentId: text("content_id").notNull(),
    subject: text().notNull(),
    html: text().notNull(),
    text: text().notNull(),
    snapshot: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.strikeAt, table.localDate] })],
);

/** At most 100 recipients of an issue: one queue message, one Resend call. */
export const pages = sqliteTable(
  "pages",
  {
    id: text().primaryKey(),
    strikeAt: integer("strike_at").notNull(),
    timezone: text().notNull(),
    hour: integer().notNull(),
    localDate: text("local_date").notNull(),
    /** JSON array. */
    memberIds: text("member_ids").notNull(),
    state: text().notNull().default("open"),
    generation: integer().notNull().default(1),
    /** All attempts, for the back-off. */
    attempts: integer().notNull().default(0),
    /** Attempts under the present generation's idempotency key; more than one means an earlier one ended unclear. */
    generationAttempts: integer("generation_attempts").notNull().default(0),
    firstAttemptAt: integer("first_attempt_at"),
    nextAttemptAt: integer("next_attempt_at").notNull(),
    leaseUntil: integer("lease_until").notNull().default(0),
    lastError: text("last_error"),
    createdAt: integer("created_at").notNull(),
    settledAt: integer("settled_at"),
  },
  (table) => [
    index("pages_open").on(table.nextAttemptAt).where(sql`state = 'open'`),
    index("pages_late").on(table.strikeAt).where(sql`state = 'open'`),
    // Whether a day's mail has gone out is asked of pages: a hundredth of the ledger's rows, and no index on the ledger itself.
    index("pages_sent").on(table.localDate).where(sql`state = 'sent'`),
  ],
);

/**
 * One row per member and local date: what makes a mail go out once. The migration creates it WITHOUT ROWID by hand
 * (drizzle-kit cannot), so that a claim and a mark write one row each.
 */
export const ledger = sqliteTable(
  "ledger",
  {
    localDate: text("local_date").notNull(),
    memberId: text("member_id").notNull(),
    pageId: text("page_id").notNull(),
    generation: integer().notNull(),
    state: text().notNull(),
    address: text().notNull(),
    firstName: text("first_name"),
    claimedAt: integer("claimed_at").notNull(),
    sentAt: integer("sent_at"),
    reason: text(),
  },
  (table) => [primaryKey({ columns: [table.localDate, table.memberId] })],
);

/** Single rows of the dispatcher: the heartbeat and, while the provider refuses us, the breaker. */
export const dispatcherState = sqliteTable("dispatcher_state", {
  name: text().primaryKey(),
  until: integer().notNull(),
  reason: text(),
});
