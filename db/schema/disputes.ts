import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { payments } from "./payments.ts";

/** Cases at PayPal about our payments, as last read there. */
export const disputes = sqliteTable(
  "disputes",
  {
    id: text().primaryKey(),
    paymentId: text("payment_id")
      .notNull()
      .references(() => payments.id),
    openedAt: integer("opened_at").notNull(),
    closedAt: integer("closed_at"),
    result: text(),
  },
  (table) => [
    index("disputes_payment").on(table.paymentId, table.openedAt),
    index("disputes_open").on(table.openedAt).where(sql`closed_at is null`),
  ],
);
