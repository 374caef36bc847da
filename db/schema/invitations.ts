import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { INVITATION_STOPS } from "../../domain/rules/invitations.ts";
import { members } from "./members.ts";

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
    /** When an administrator chose to invite them. */
    chosenAt: integer("chosen_at"),
    invitedAt: integer("invited_at"),
    /** Also set with an invitation that has no reminder. */
    remindedAt: integer("reminded_at"),
    acceptedAt: integer("accepted_at"),
  },
  (table) => [
    uniqueIndex("invitations_row").on(table.importId, table.row),
    index("invitations_waiting").on(table.importId, table.row).where(sql`invited_at is null and accepted_at is null`),
    index("invitations_chosen")
      .on(table.importId, table.row)
      .where(sql`chosen_at is not null and invited_at is null and accepted_at is null`),
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
  /** When an administrator last started sending; null before the first time. */
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
