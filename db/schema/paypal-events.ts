import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The payment provider's events by their IDs: a repeated one changes nothing. */
export const paypalEvents = sqliteTable(
  "provider_events",
  {
    id: text().primaryKey(),
    type: text().notNull(),
    /** The subscription, order, payment, or dispute it's about. */
    subject: text(),
    receivedAt: integer("received_at").notNull(),
    appliedAt: integer("applied_at"),
    /** The result, as a word or an error message. */
    outcome: text(),
    /** When the hourly cron retries it; null means immediately. */
    checkAt: integer("check_at"),
    /** As received, for replays; emptied after 30 days. */
    body: text(),
  },
  (table) => [
    index("provider_events_subject").on(table.subject, table.receivedAt),
    index("provider_events_open").on(table.receivedAt).where(sql`applied_at is null`),
    index("provider_events_due")
      .on(sql`coalesce(check_at, received_at)`)
      .where(sql`applied_at is null and body is not null`),
    index("provider_events_kept").on(table.receivedAt).where(sql`body is not null`),
  ],
);
