import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { AUDIT_ACTIONS } from "../../domain/rules/audit-actions.ts";

/** Who changed what. Written in the same batch as the change. */
export const audit = sqliteTable(
  "audit",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    at: integer().notNull(),
    actor: text().notNull(),
    action: text({ enum: AUDIT_ACTIONS }).notNull(),
    subject: text().notNull(),
    /** JSON; no passwords, no tokens. */
    details: text(),
    requestId: text("request_id"),
  },
  (table) => [index("audit_at").on(table.at)],
);
