import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What the payment provider told us, by its event id: a repeated one changes nothing. */
export const providerEvents = sqliteTable(
  "provider_events",
  {
    id: text().primaryKey(),
    type: text().notNull(),
    /** The subscription, order or payment that it is about. */
    subject: text(),
    receivedAt: integer("received_at").notNull(),
    /** Null while what follows from it has not been done. */
    appliedAt: integer("applied_at"),
    /** What came of it, in a word or an error's. */
    outcome: text(),
    /** When the hourly cron tries it again; null: at once. */
    checkAt: integer("check_at"),
    /** As it came, to be replayed; emptied after 30 days. */
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
