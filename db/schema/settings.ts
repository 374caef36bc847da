import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Has one setting of 0.2.0, what mornings without content send. Nothing reads it, and a later migration drops the table. */
export const settings = sqliteTable("settings", {
  key: text().primaryKey(),
  /** JSON. */
  value: text().notNull(),
  version: integer().notNull().default(1),
  updatedAt: integer("updated_at").notNull(),
});
