import { integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What lies in R2. The key is unguessable, since the media pass opens every medium. */
export const media = sqliteTable("media", {
  key: text().primaryKey(),
  kind: text().notNull(),
  title: text().notNull(),
  contentType: text("content_type").notNull(),
  sizeBytes: integer("size_bytes").notNull(),
  durationSeconds: real("duration_seconds"),
  createdAt: integer("created_at").notNull(),
});
