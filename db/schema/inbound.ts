import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { ACKNOWLEDGEMENTS } from "../../domain/rules/inbound-mail.ts";

/** The displayed part of an email someone sent us; the whole is in R2. */
export const inboundMails = sqliteTable(
  "inbound_mails",
  {
    /** A hash of what identifies the email: delivered twice, it's one row. */
    id: text().primaryKey(),
    /** The member with the From address; null if no account has it. */
    memberId: text("member_id"),
    fromAddress: text("from_address").notNull(),
    fromName: text("from_name").notNull(),
    subject: text().notNull(),
    preview: text().notNull(),
    /** Null if R2 refused it. */
    rawKey: text("raw_key"),
    sizeBytes: integer("size_bytes").notNull(),
    asksRefund: integer("asks_refund", { mode: "boolean" }).notNull(),
    /** False for automatic email. Null if 0.3.0 or earlier stored it while this was deployed. */
    wantsAnswer: integer("wants_answer", { mode: "boolean" }),
    answeredAt: integer("answered_at"),
    /** Who answered it last, also if the answer then failed, which a trigger reopens the email for. */
    answeredBy: text("answered_by"),
    acknowledgement: text({ enum: ACKNOWLEDGEMENTS }),
    forwardedAt: integer("forwarded_at"),
    /** What a search looks through: sender and subject, folded (domain/rules/text.ts). */
    folded: text(),
    receivedAt: integer("received_at").notNull(),
  },
  (table) => [
    index("inbound_mails_member").on(table.memberId, table.receivedAt),
    index("inbound_mails_strangers_address").on(sql`lower(from_address)`).where(sql`member_id is null`),
    // By `answerDueAt`: a day, or two.
    index("inbound_mails_due")
      .on(sql`received_at + (2 - asks_refund) * 86400000`, table.id)
      .where(sql`wants_answer is not 0 and answered_at is null`),
    index("inbound_mails_to_fold").on(table.id).where(sql`folded is null`),
    index("inbound_mails_received").on(table.receivedAt),
  ],
);
