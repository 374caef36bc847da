import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { LIVE_EVENT_REMINDERS } from "../../domain/rules/live-events.ts";

/** Live sessions for annual members. */
export const liveEvents = sqliteTable(
  "live_events",
  {
    id: text().primaryKey(),
    title: text().notNull(),
    startsAt: integer("starts_at").notNull(),
    url: text().notNull(),
    note: text().notNull().default(""),
    /** Raised by each change: calendars keep the higher one (RFC 5545, SEQUENCE). */
    sequence: integer().notNull().default(0),
    cancelledAt: integer("cancelled_at"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [index("live_events_starts").on(table.startsAt).where(sql`cancelled_at is null`)],
);

/** Events that an editor wrote and an administrator hasn't released. Members see nothing of them. */
export const liveEventDrafts = sqliteTable("live_event_drafts", {
  id: text().primaryKey(),
  title: text().notNull(),
  startsAt: integer("starts_at").notNull(),
  url: text().notNull(),
  note: text().notNull().default(""),
  /** The editor's name. */
  author: text(),
  createdAt: integer("created_at").notNull(),
});

/** How far members have been reminded of an event: in order of their IDs, one slice at a time. */
export const liveEventReminders = sqliteTable(
  "live_event_reminders",
  {
    eventId: text("event_id")
      .notNull()
      .references(() => liveEvents.id),
    reminder: text({ enum: LIVE_EVENT_REMINDERS }).notNull(),
    cursor: text().notNull().default(""),
    settledAt: integer("settled_at"),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.reminder] })],
);
