import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { ADMIN_ROLES } from "../../domain/rules/administrators.ts";
import { LINK_PURPOSES } from "../../domain/rules/single-use-links.ts";
import { ofMember } from "./members.ts";

/** Single-use links. A token is HMAC(key, id): only its hash is stored. A code is another HMAC, stored nowhere. */
export const authTokens = sqliteTable(
  "auth_tokens",
  {
    id: text().primaryKey(),
    memberId: ofMember(),
    purpose: text({ enum: LINK_PURPOSES }).notNull(),
    tokenHash: text("token_hash").notNull().unique(),
    expiresAt: integer("expires_at").notNull(),
    usedAt: integer("used_at"),
    createdAt: integer("created_at").notNull(),
    newEmail: text("new_email"),
    /** The key its token is made with (worker/kernel/links/signing-keys.ts). */
    signingKey: integer("signing_key").notNull().default(1),
    /** Where its six-digit code works: the hash of a browser's cookie, or a session's ID. Null for a link without a code. */
    boundTo: text("bound_to"),
    /** The browser that asked to log in. */
    userAgent: text("user_agent"),
    /** Its account's address when it was made: it works only there. A trigger fills it for 0.2.0. Null: used before the migration. */
    emailKey: text("email_key"),
  },
  (table) => [
    index("auth_tokens_member").on(table.memberId),
    index("auth_tokens_expires").on(table.expiresAt),
    index("auth_tokens_bound").on(table.boundTo).where(sql`bound_to is not null`),
  ],
);

/** A login: a browser's token is valid only while its row exists. WITHOUT ROWID, by hand in the migration: each call looks one up. */
export const sessions = sqliteTable(
  "sessions",
  {
    id: text().primaryKey(),
    memberId: ofMember(),
    createdAt: integer("created_at").notNull(),
    /** Written at most once an hour. */
    lastUsedAt: integer("last_used_at").notNull(),
    userAgent: text("user_agent"),
    signingKey: integer("signing_key").notNull().default(1),
    /** Opened by a link or code from an email. */
    isByMail: integer("is_by_mail", { mode: "boolean" }).notNull().default(false),
    /** Opened with the account's password, or set it. */
    knowsPassword: integer("knows_password", { mode: "boolean" }).notNull().default(false),
  },
  (table) => [index("sessions_member").on(table.memberId), index("sessions_last_used").on(table.lastUsedAt)],
);

/** Who works in the admin area. The owner's row is written at their first login; their key is `ADMIN_PASSWORD`, so it has no key here. */
export const administrators = sqliteTable("administrators", {
  id: text().primaryKey(),
  name: text().notNull(),
  email: text().notNull(),
  role: text({ enum: ADMIN_ROLES }).notNull(),
  /** Counts the codes shown: an authenticator's secret is derived from it. 0: none yet. */
  codeVersion: integer("code_version").notNull().default(0),
  /** The app's key that the code is derived with. */
  codeKey: integer("code_key").notNull().default(1),
  lastLoginAt: integer("last_login_at"),
  createdAt: integer("created_at").notNull(),
  /** The name stays for what they did. */
  removedAt: integer("removed_at"),
});

/** A person's key as a keyed hash. A retired one stays, so that a tab left open with it isn't taken for a guess. */
export const adminKeys = sqliteTable(
  "admin_keys",
  {
    hash: text().primaryKey(),
    administratorId: text("administrator_id")
      .notNull()
      .references(() => administrators.id),
    createdAt: integer("created_at").notNull(),
    retiredAt: integer("retired_at"),
  },
  (table) => [
    index("admin_keys_administrator").on(table.administratorId),
    index("admin_keys_retired").on(table.retiredAt).where(sql`retired_at is not null`),
  ],
);

/**
 * An administrator's login that passed the second factor or Turnstile; the cookie holds its ID. Stored for 30 days, so that we recognize
 * its network.
 */
export const adminSessions = sqliteTable(
  "admin_sessions",
  {
    id: text().primaryKey(),
    /** A keyed hash. */
    network: text().notNull(),
    startedAt: integer("started_at").notNull(),
    endedAt: integer("ended_at"),
    /** Null: the owner's. */
    administratorId: text("administrator_id"),
  },
  (table) => [index("admin_sessions_started").on(table.startedAt)],
);

/** Attempts within a window: wrong passwords by account and network, reset emails, undone unsubscriptions. */
export const attemptCounters = sqliteTable(
  "attempt_counters",
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    windowEndsAt: integer("window_ends_at").notNull(),
  },
  (table) => [index("attempt_counters_window").on(table.windowEndsAt)],
);
