import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Mails other than the wake-up: written in the batch of their cause, so that none is lost; the id is the idempotency key. */
export const transactionalMails = sqliteTable(
  "transactional_mails",
  {
    id: text().primaryKey(),
    kind: text().notNull(),
    templateVersion: text("template_version").notNull(),
    toAddress: text("to_address").notNull(),
    /** JSON, parsed by zod per kind; never holds a token. */
    parameters: text().notNull(),
    /** The auth token whose link the mail carries. */
    tokenId: text("token_id"),
    state: text().notNull().default("pending"),
    attempts: integer().notNull().default(0),
    firstAttemptAt: integer("first_attempt_at"),
    nextAttemptAt: integer("next_attempt_at").notNull(),
    /** After this instant the mail's link has expired and it is closed instead of sent. */
    expiresAt: integer("expires_at"),
    lastError: text("last_error"),
    createdAt: integer("created_at").notNull(),
    settledAt: integer("settled_at"),
  },
  (table) => [index("transactional_mails_pending").on(table.nextAttemptAt).where(sql`state = 'pending'`)],
);
