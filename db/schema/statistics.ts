import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** A day's figures (Central time), counted after it ends and kept; late changes are counted again for three days. */
export const dailyStats = sqliteTable("daily_stats", {
  date: text().primaryKey(),
  members: integer().notNull(),
  // Members with access, by type, as in `totals`.
  monthly: integer().notNull(),
  quarterly: integer().notNull(),
  annual: integer().notNull(),
  gift: integer().notNull(),
  trial: integer().notNull(),
  trialsBegun: integer("trials_begun").notNull(),
  trialsEnded: integer("trials_ended").notNull(),
  wakeUpsDue: integer("wake_ups_due").notNull(),
  wakeUpsSent: integer("wake_ups_sent").notNull(),
  wakeUpsOnTime: integer("wake_ups_on_time").notNull(),
  wakeUpsFailed: integer("wake_ups_failed").notNull(),
  wakeUpsMissed: integer("wake_ups_missed").notNull(),
  wakeUpsUnknown: integer("wake_ups_unknown").notNull(),
  otherMails: integer("other_mails").notNull(),
  completions: integer().notNull(),
  // In cents, from subscriptions; null for days counted before payments existed.
  revenueCents: integer("revenue_cents"),
  refundedCents: integer("refunded_cents"),
  subscriptionsBegun: integer("subscriptions_begun"),
  subscriptionsEnded: integer("subscriptions_ended"),
  /** Started by members whose access from another one had ended in the same month. */
  subscriptionsReturned: integer("subscriptions_returned"),
  /** First payments of members who had a trial. */
  trialsPaid: integer("trials_paid"),
  /** What the subscriptions that charged at the end of the day cost in a year. */
  yearlyCents: integer("yearly_cents"),
  /** Open at the end of the day, and recovered during it. */
  failedPayments: integer("failed_payments"),
  recoveredPayments: integer("recovered_payments"),
  countedAt: integer("counted_at").notNull(),
  /** The database's size when the day was counted; null for days before it was measured. */
  databaseBytes: integer("database_bytes"),
});

/** Payments and refunds of a part of a Central day, in cents (`partOf`). Triggers keep the sums, whichever statement changes a row. */
export const moneyDays = sqliteTable("money_days", {
  part: integer().primaryKey(),
  grossCents: integer("gross_cents").notNull().default(0),
  refundedCents: integer("refunded_cents").notNull().default(0),
  /** As far as PayPal reported them. */
  feeCents: integer("fee_cents").notNull().default(0),
  unknownFees: integer("unknown_fees").notNull().default(0),
  gifts: integer().notNull().default(0),
});

/** One row, so no call counts whole tables. Triggers written by hand in the migration keep it, whichever statement changes a row. */
export const totals = sqliteTable("totals", {
  id: integer().primaryKey(),
  members: integer().notNull().default(0),
  /** Members whose grants gave them access when last recomputed (`highestPlan`), without those who haven't accepted an invitation. */
  membersWithAccess: integer("members_with_access").notNull().default(0),
  monthly: integer().notNull().default(0),
  quarterly: integer().notNull().default(0),
  annual: integer().notNull().default(0),
  gift: integer().notNull().default(0),
  trial: integer().notNull().default(0),
  // Members who have or had access, by type; all members by what their row says of the status (`ROW_STATUS`); and suppressed addresses.
  typeMonthly: integer("type_monthly").notNull().default(0),
  typeQuarterly: integer("type_quarterly").notNull().default(0),
  typeAnnual: integer("type_annual").notNull().default(0),
  typeGift: integer("type_gift").notNull().default(0),
  typeTrial: integer("type_trial").notNull().default(0),
  rowActive: integer("row_active").notNull().default(0),
  rowTrial: integer("row_trial").notNull().default(0),
  rowInvited: integer("row_invited").notNull().default(0),
  rowEnded: integer("row_ended").notNull().default(0),
  rowNone: integer("row_none").notNull().default(0),
  suppressed: integer().notNull().default(0),
  publishedItems: integer("published_items").notNull().default(0),
  /** What all subscriptions that charge cost in a year; those no one paid yet don't count. */
  yearlyCents: integer("yearly_cents").notNull().default(0),
});
