import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { PAUSABLE_KINDS, SUPPRESSION_REASONS } from "../../domain/rules/mail-events.ts";

/**
 * Bounces and complaints by the provider's event ids, so that each counts once; deliveries leave none. The migration creates it
 * WITHOUT ROWID by hand (drizzle-kit cannot), so that an event writes one row.
 */
export const mailEvents = sqliteTable(
  "mail_events",
  {
    /** The UTC day on which it happened. */
    date: text().notNull(),
    id: text().notNull(),
    reason: text({ enum: SUPPRESSION_REASONS }).notNull(),
    /** Which kind of email it is about, of those that complaints pause; null for all others, and in rows from before this column. */
    kind: text({ enum: PAUSABLE_KINDS }),
    /** Who counts once, however often they complain: a member, or the hash of an address. */
    recipient: text(),
    /** When it happened (epoch ms). */
    at: integer(),
  },
  (table) => [primaryKey({ columns: [table.date, table.id] })],
);

/** What the provider told on a UTC day, counted as it came. */
export const mailDays = sqliteTable("mail_days", {
  date: text().primaryKey(),
  /** Wake-up mails of which the provider said for the first time what became of them. */
  told: integer().notNull().default(0),
  bounced: integer().notNull().default(0),
  complained: integer().notNull().default(0),
  /** No longer written: when all sending was paused for that day's complaints. */
  pausedAt: integer("paused_at"),
});

/** Addresses to which nothing is sent, by a keyed hash: it says nothing of whose it is, and outlives the account. */
export const suppressions = sqliteTable("suppressions", {
  addressHash: text("address_hash").primaryKey(),
  reason: text({ enum: SUPPRESSION_REASONS }).notNull(),
  suppressedAt: integer("suppressed_at").notNull(),
  liftedAt: integer("lifted_at"),
});
