import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { members } from "./members.ts";

/** Single-use links. The token is HMAC(secret, id): it is stored nowhere, only its hash is. */
export const authTokens = sqliteTable("auth_tokens", {
  id: text().primaryKey(),
  memberId: text("member_id")
    .notNull()
    .references(() => members.id),
  purpose: text().notNull(),
  tokenHash: text("token_hash").notNull().unique(),
  expiresAt: integer("expires_at").notNull(),
  usedAt: integer("used_at"),
  createdAt: integer("created_at").notNull(),
});

/** Attempts within a window: wrong passwords per account and per address, reset mails per account. */
export const attemptCounters = sqliteTable(
  "attempt_counters",
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    windowEndsAt: integer("window_ends_at").notNull(),
  },
  (table) => [index("attempt_counters_window").on(table.windowEndsAt)],
);
