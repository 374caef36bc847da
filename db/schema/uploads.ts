import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { UPLOAD_STATES } from "../../domain/rules/uploads.ts";
import { MEDIUM_KINDS } from "../../domain/rules/video-link.ts";

/** A file on its way into R2, in parts; what has arrived survives a lost connection. */
export const uploads = sqliteTable(
  "uploads",
  {
    id: text().primaryKey(),
    kind: text({ enum: MEDIUM_KINDS }).notNull(),
    filename: text().notNull(),
    sizeBytes: integer("size_bytes").notNull(),
    /** Bytes R2 has confirmed. */
    offsetBytes: integer("offset_bytes").notNull().default(0),
    key: text().notNull(),
    /** R2's ID of the multipart upload; null for a file of one part. */
    multipartId: text("multipart_id"),
    state: text({ enum: UPLOAD_STATES }).notNull().default("open"),
    createdAt: integer("created_at").notNull(),
    /** Open uploads untouched for a day are aborted. */
    touchedAt: integer("touched_at").notNull(),
  },
  (table) => [index("uploads_touched").on(table.state, table.touchedAt)],
);

export const uploadParts = sqliteTable(
  "upload_parts",
  {
    uploadId: text("upload_id")
      .notNull()
      .references(() => uploads.id),
    partNumber: integer("part_number").notNull(),
    etag: text().notNull(),
    sizeBytes: integer("size_bytes").notNull(),
  },
  (table) => [primaryKey({ columns: [table.uploadId, table.partNumber] })],
);
