import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What administrators set, by a name of its own (worker/content/). What the operator sets are variables. */
export const settings = sqliteTable("settings", {
  key: text().primaryKey(),
  /** JSON. */
  value: text().notNull(),
  /** Raised by each write, so that one administrator cannot overwrite what another has set and they have not seen. */
  version: integer().notNull().default(1),
  updatedAt: integer("updated_at").notNull(),
});
