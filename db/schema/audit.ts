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
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
  },
  (table) => [
    index("audit_at").on(table.at),
    index("audit_action").on(table.action, table.id),
    index("audit_subject").on(table.subject, table.id),
  ],
);
