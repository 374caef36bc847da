import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { GRANT_END_REASONS, GRANT_PLANS, GRANT_SOURCES } from "../../domain/rules/access.ts";
import { ofMember } from "./members.ts";

/** Every reason a member has, had, or will have access: from `startsAt` to `until`, or to `endedAt` if cut short. */
export const accessGrants = sqliteTable(
  "access_grants",
  {
    id: text().primaryKey(),
    memberId: ofMember(),
    source: text({ enum: GRANT_SOURCES }).notNull(),
    /** The source's ID for it, such as a request's or a payment provider's: granting it again changes nothing. */
    sourceId: text("source_id").notNull(),
    plan: text({ enum: GRANT_PLANS }).notNull(),
    startsAt: integer("starts_at").notNull(),
    until: integer().notNull(),
    /** The end shown to people; the grace period is between it and `until`. */
    paidUntil: integer("paid_until"),
    endedAt: integer("ended_at"),
    endReason: text("end_reason", { enum: GRANT_END_REASONS }),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("access_grants_source").on(table.source, table.sourceId),
    index("access_grants_member").on(table.memberId),
    index("access_grants_subscriptions").on(table.until).where(sql`source = 'subscription'`),
    // A day's started and ended trials, for its statistics.
    index("access_grants_trials_begun").on(table.startsAt).where(sql`source = 'trial'`),
    index("access_grants_trials_ended").on(sql`min(until, coalesce(ended_at, until))`).where(sql`source = 'trial'`),
    // Imported access that ends, for its notice.
    index("access_grants_imports").on(table.until).where(sql`source = 'import'`),
    index("access_grants_subscriptions_ended")
      .on(sql`min(until, coalesce(ended_at, until))`)
      .where(sql`source = 'subscription'`),
  ],
);
