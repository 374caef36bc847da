import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { PAUSABLE_KINDS, SUPPRESSION_REASONS } from "../../domain/rules/mail-events.ts";

/** Bounces and complaints by the provider's event IDs, so each counts once. WITHOUT ROWID, by hand in the migration: one row per event. */
export const mailEvents = sqliteTable(
  "mail_events",
  {
    date: text().notNull(),
    id: text().notNull(),
    reason: text({ enum: SUPPRESSION_REASONS }).notNull(),
    /** Set only for kinds of email that complaints can pause; also null in rows older than this column. */
    kind: text({ enum: PAUSABLE_KINDS }),
    /** Counts once, however often it complains: a member, or the hash of an address. */
    recipient: text(),
    at: integer(),
  },
  (table) => [primaryKey({ columns: [table.date, table.id] })],
);

/** The provider's reports of a UTC day, counted as they come. */
export const mailDays = sqliteTable("mail_days", {
  date: text().primaryKey(),
  /** Wake-up emails whose outcome was reported for the first time. */
  reported: integer("told").notNull().default(0),
  bounced: integer().notNull().default(0),
  complained: integer().notNull().default(0),
  /** No longer written: when that day's complaints paused all sending. */
  pausedAt: integer("paused_at"),
});

/** Addresses that get no email, by a keyed hash: it reveals no address and outlives the account. */
export const suppressions = sqliteTable("suppressions", {
  addressHash: text("address_hash").primaryKey(),
  reason: text({ enum: SUPPRESSION_REASONS }).notNull(),
  suppressedAt: integer("suppressed_at").notNull(),
  liftedAt: integer("lifted_at"),
});
