import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { ACKNOWLEDGEMENTS } from "../../domain/rules/inbound-mail.ts";

/** Mail that somebody sent us, as far as it is shown; the whole lies in R2. */
export const inboundMails = sqliteTable(
  "inbound_mails",
  {
    /** A hash of what makes the mail this one: delivered twice, it is one row. */
    id: text().primaryKey(),
    /** Whose address the mail says it is from; null for an address without an account. */
    memberId: text("member_id"),
    fromAddress: text("from_address").notNull(),
    fromName: text("from_name").notNull(),
    subject: text().notNull(),
    /** The beginning of its words. */
    preview: text().notNull(),
    /** Null where R2 did not take it. */
    rawKey: text("raw_key"),
    sizeBytes: integer("size_bytes").notNull(),
    asksRefund: integer("asks_refund", { mode: "boolean" }).notNull(),
    answeredAt: integer("answered_at"),
    /** Null until that is decided. */
    acknowledgement: text({ enum: ACKNOWLEDGEMENTS }),
    forwardedAt: integer("forwarded_at"),
    receivedAt: integer("received_at").notNull(),
  },
  (table) => [
    index("inbound_mails_member").on(table.memberId, table.receivedAt),
    index("inbound_mails_strangers").on(table.receivedAt, table.id).where(sql`member_id is null`),
    index("inbound_mails_strangers_address").on(sql`lower(from_address)`).where(sql`member_id is null`),
    index("inbound_mails_refunds").on(table.receivedAt, table.id).where(sql`asks_refund = 1 and answered_at is null`),
    index("inbound_mails_received").on(table.receivedAt),
  ],
);
