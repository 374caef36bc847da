import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Settings of administrators, each by its own name (worker/content/). Operators' settings are environment variables. */
export const settings = sqliteTable("settings", {
  key: text().primaryKey(),
  /** JSON. */
  value: text().notNull(),
  version: integer().notNull().default(1),
  updatedAt: integer("updated_at").notNull(),
});
