import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { IMPORT_STATES } from "../../domain/rules/imports.ts";

/** A file of members from elsewhere: checked first, then created in slices. */
export const imports = sqliteTable(
  "imports",
  {
    id: text().primaryKey(),
    filename: text().notNull(),
    sizeBytes: integer("size_bytes").notNull(),
    /** JSON: which of the file's columns holds which field. */
    mapping: text().notNull(),
    state: text({ enum: IMPORT_STATES }).notNull(),
    /** The first byte that isn't done, and the number of rows before it. */
    offsetBytes: integer("offset_bytes").notNull().default(0),
    rowsDone: integer("rows_done").notNull().default(0),
    /** Accounts created, or that would be in a check; rows refused. */
    created: integer().notNull().default(0),
    refused: integer().notNull().default(0),
    /** Until then, one tick alone works on it. */
    leaseUntil: integer("lease_until").notNull().default(0),
    /** The administrator's name; null for the owner. */
    uploadedBy: text("uploaded_by"),
    createdAt: integer("created_at").notNull(),
    startedAt: integer("started_at"),
    endedAt: integer("ended_at"),
    /** When an administrator said that these people agreed to emails, so that those without access are invited, too. */
    agreedAt: integer("agreed_at"),
    /** When its file was deleted from R2. */
    fileDeletedAt: integer("file_deleted_at"),
  },
  (table) => [
    index("imports_busy").on(table.startedAt).where(sql`state in ('waiting','running','undoing')`),
    index("imports_files").on(table.createdAt).where(sql`file_deleted_at is null`),
  ],
);
