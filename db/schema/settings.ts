import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Settings of administrators, each by its own name (worker/content/). Operators' settings are environment variables. */
export const settings = sqliteTable("settings", {
  key: text().primaryKey(),
  /** JSON. */
  value: text().notNull(),
  /** Raised by each write, so an administrator can't overwrite a value they haven't seen. */
  version: integer().notNull().default(1),
  updatedAt: integer("updated_at").notNull(),
});
