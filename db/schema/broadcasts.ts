import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { BROADCAST_AUDIENCES, BROADCAST_KINDS, BROADCAST_STATES } from "../../domain/rules/broadcasts.ts";

/** A message to many members, frozen when it's confirmed. Slices write its emails; `cursor` is the last member they reached. */
export const broadcasts = sqliteTable(
  "broadcasts",
  {
    id: text().primaryKey(),
    kind: text({ enum: BROADCAST_KINDS }).notNull(),
    audience: text({ enum: BROADCAST_AUDIENCES }).notNull(),
    /** JSON (`segment` in domain/contract/member-list.ts). */
    segment: text().notNull().default("{}"),
    subject: text().notNull(),
    body: text().notNull(),
    /** Who confirmed it, for how many recipients; null for the owner. */
    author: text(),
    recipients: integer().notNull(),
    state: text({ enum: BROADCAST_STATES }).notNull(),
    cursor: text().notNull().default(""),
    written: integer().notNull().default(0),
    createdAt: integer("created_at").notNull(),
    beginsAt: integer("begins_at").notNull(),
    endedAt: integer("ended_at"),
  },
  (table) => [
    index("broadcasts_open").on(table.beginsAt).where(sql`state in ('waiting','sending')`),
    index("broadcasts_created").on(table.createdAt),
  ],
);
