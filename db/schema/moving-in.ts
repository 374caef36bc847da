import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { BROADCAST_AUDIENCES, BROADCAST_KINDS, BROADCAST_STATES } from "../../domain/rules/broadcasts.ts";
import { IMPORT_STATES } from "../../domain/rules/imports.ts";
import { INVITATION_STOPS } from "../../domain/rules/invitations.ts";
import { members } from "./members.ts";

/** A file of members from elsewhere: checked first, then created in slices. */
export const imports = sqliteTable(
  "imports",
  {
    id: text().primaryKey(),
    filename: text().notNull(),
    sizeBytes: integer("size_bytes").notNull(),
    /** JSON: which of the file's columns holds which field. */
    mapping: text().notNull(),
    state: text({ enum: IMPORT_STATES }).notNull(),
    /** The first byte that isn't done, and the number of rows before it. */
    offsetBytes: integer("offset_bytes").notNull().default(0),
    rowsDone: integer("rows_done").notNull().default(0),
    /** Accounts created, or that would be in a check; rows refused. */
    created: integer().notNull().default(0),
    refused: integer().notNull().default(0),
    /** Until then, one tick alone works on it. */
    leaseUntil: integer("lease_until").notNull().default(0),
    createdAt: integer("created_at").notNull(),
    startedAt: integer("started_at"),
    endedAt: integer("ended_at"),
    /** When its file was deleted from R2. */
    fileDeletedAt: integer("file_deleted_at"),
  },
  (table) => [
    index("imports_busy").on(table.startedAt).where(sql`state in ('waiting','running','undoing')`),
    index("imports_files").on(table.createdAt).where(sql`file_deleted_at is null`),
  ],
);

/** An imported account and its invitation. Accepted or not, the row stays as long as the account. WITHOUT ROWID, by hand in the migration. */
export const invitations = sqliteTable(
  "invitations",
  {
    memberId: text("member_id")
      .primaryKey()
      .references(() => members.id),
    importId: text("import_id").notNull(),
    /** The row of the import's file, from 1: creating it again changes nothing. */
    row: integer().notNull(),
    /** Unsubscribed where they came from: accepting doesn't switch emails on. */
    isUnsubscribed: integer("is_unsubscribed", { mode: "boolean" }).notNull(),
    invitedAt: integer("invited_at"),
    remindedAt: integer("reminded_at"),
    acceptedAt: integer("accepted_at"),
  },
  (table) => [
    uniqueIndex("invitations_row").on(table.importId, table.row),
    index("invitations_waiting").on(table.importId, table.row).where(sql`invited_at is null and accepted_at is null`),
    index("invitations_to_remind")
      .on(table.invitedAt)
      .where(sql`invited_at is not null and accepted_at is null and reminded_at is null and is_unsubscribed = 0`),
    index("invitations_open").on(table.invitedAt).where(sql`invited_at is not null and accepted_at is null`),
    // The last ones sent, accepted or not: how many of them bounced.
    index("invitations_sent").on(table.invitedAt).where(sql`invited_at is not null`),
  ],
);

/** One row: the pace of invitations. */
export const invitationPace = sqliteTable("invitation_pace", {
  id: integer().primaryKey(),
  /** When an administrator last started sending, to all accounts imported by then; null before the first time. */
  startedAt: integer("started_at"),
  /** The current day (UTC), how many days before it sent invitations, and how many it sent. */
  date: text(),
  daysBefore: integer("days_before").notNull().default(0),
  sentToday: integer("sent_today").notNull().default(0),
  /** Set when an administrator or too many bounces stopped it. */
  stoppedAt: integer("stopped_at"),
  stopReason: text("stop_reason", { enum: INVITATION_STOPS }),
  /** Bounces from before it don't count: an administrator continued. */
  bouncesFrom: integer("bounces_from").notNull().default(0),
  /** When an administrator asked to delete all accounts that weren't accepted; null once they're gone. */
  purgeAskedAt: integer("purge_asked_at"),
});

/** A message to many members, frozen when it's confirmed. Slices write its emails; `cursor` is the last member they reached. */
export const broadcasts = sqliteTable(
  "broadcasts",
  {
    id: text().primaryKey(),
    kind: text({ enum: BROADCAST_KINDS }).notNull(),
    audience: text({ enum: BROADCAST_AUDIENCES }).notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    /** How many recipients the administrator confirmed. */
    recipients: integer().notNull(),
    state: text({ enum: BROADCAST_STATES }).notNull(),
    cursor: text().notNull().default(""),
    written: integer().notNull().default(0),
    createdAt: integer("created_at").notNull(),
    beginsAt: integer("begins_at").notNull(),
    endedAt: integer("ended_at"),
  },
  (table) => [
    index("broadcasts_open").on(table.beginsAt).where(sql`state in ('waiting','sending')`),
    index("broadcasts_created").on(table.createdAt),
  ],
);
