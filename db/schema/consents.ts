import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { CONSENT_PURPOSES } from "../../domain/rules/payments.ts";
import { members } from "./members.ts";

/** What someone agreed to, as they read it. */
export const consents = sqliteTable(
  "consents",
  {
    purpose: text({ enum: CONSENT_PURPOSES }).notNull(),
    /** The checkout, gift, or account agreed to: one consent for each. */
    sourceId: text("source_id").notNull(),
    memberId: text("member_id").references(() => members.id),
    email: text().notNull(),
    termsVersion: text("terms_version").notNull(),
    text: text().notNull(),
    priceText: text("price_text"),
    at: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.purpose, table.sourceId] }),
    index("consents_member").on(table.memberId),
    index("consents_at").on(table.at),
  ],
);
