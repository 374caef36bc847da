import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { payments } from "./payments.ts";

/** Cases at PayPal, as last read there, with a row for each of our payments that one is about. */
export const disputes = sqliteTable(
  "disputes",
  {
    id: text().notNull(),
    paymentId: text("payment_id")
      .notNull()
      .references(() => payments.id),
    openedAt: integer("opened_at").notNull(),
    closedAt: integer("closed_at"),
    result: text(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.paymentId] }),
    index("disputes_payment").on(table.paymentId, table.openedAt),
    index("disputes_open").on(table.openedAt).where(sql`closed_at is null`),
  ],
);
