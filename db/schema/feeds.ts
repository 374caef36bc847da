import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { ofMember } from "./members.ts";

/** A member's private podcast feed, one a device. WITHOUT ROWID, by hand in the migration: a download reads one row. */
export const feeds = sqliteTable(
  "feeds",
  {
    /** In the addresses of its episodes. */
    id: text().primaryKey(),
    memberId: ofMember(),
    /** Hash of the token in its address, which is shown once. */
    tokenHash: text("token_hash").notNull(),
    /** The member's name for the device. */
    name: text().notNull(),
    createdAt: integer("created_at").notNull(),
    /** The session that added it; no longer of interest once the mailbox is proved. */
    sessionId: text("session_id"),
    /** Written at most once an hour by reads of the feed, and by each download. */
    lastUsedAt: integer("last_used_at"),
    userAgent: text("user_agent"),
    /** Episodes in the feed when it was last sent whole. */
    episodes: integer().notNull().default(0),
    /** JSON: downloads started by UTC day, of the last 30 days. */
    downloads: text().notNull().default("{}"),
    /** When its member was last told that it reached the limit. */
    limitNotifiedAt: integer("limit_told_at"),
  },
  (table) => [uniqueIndex("feeds_token").on(table.tokenHash), uniqueIndex("feeds_name").on(table.memberId, table.name)],
);

/** One row. Triggers written by hand in the migration raise it with every change that feeds show. */
export const libraryVersion = sqliteTable("library_version", {
  id: integer().primaryKey(),
  version: integer().notNull(),
  /** When a trigger raised it; null until then. */
  changedAt: integer("changed_at"),
});
