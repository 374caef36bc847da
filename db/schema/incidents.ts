import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { INCIDENT_KINDS, INCIDENT_WAYS } from "../../domain/rules/incidents.ts";

/** A problem from start to end; the operator is notified once of each. */
export const incidents = sqliteTable(
  "incidents",
  {
    id: text().primaryKey(),
    kind: text({ enum: INCIDENT_KINDS }).notNull(),
    detail: text().notNull(),
    startedAt: integer("begun_at").notNull(),
    way: text({ enum: INCIDENT_WAYS }),
    notifiedAt: integer("notified_at"),
    endedAt: integer("ended_at"),
    endNotifiedAt: integer("end_notified_at"),
    /** When the lease ends under which a single check may call the webhook. */
    leaseUntil: integer("lease_until").notNull().default(0),
  },
  (table) => [
    // Allows one open incident per kind, however many checks find it at once.
    uniqueIndex("incidents_open").on(table.kind).where(sql`ended_at is null`),
    index("incidents_unsettled").on(table.startedAt).where(sql`end_notified_at is null`),
    index("incidents_settled").on(table.endNotifiedAt).where(sql`end_notified_at is not null`),
  ],
);
