import { customType, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { PUSH_STATES, type PushState } from "../../domain/rules/push.ts";
import { dayNumber } from "./column-types.ts";
import { ofMember } from "./members.ts";

/** A state, stored as its position in the list. */
const pushState = customType<{ data: PushState; driverData: number }>({
  dataType: () => "integer",
  toDriver: (state) => PUSH_STATES.indexOf(state),
  fromDriver: (place) => PUSH_STATES[place] ?? "unknown",
});

/**
 * A browser that shows the morning's notification. It ends with the session that added it, unless that only became idle. WITHOUT ROWID, by hand
 * in the migration.
 */
export const pushDevices = sqliteTable(
  "push_devices",
  {
    id: text().primaryKey(),
    memberId: ofMember(),
    sessionId: text("session_id").notNull(),
    /** Where its push service takes messages. Whoever knows it and the next two can only write to it with our key. */
    endpoint: text().notNull(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** The key that it was subscribed with (worker/push/push.config.ts). */
    kid: text().notNull(),
    userAgent: text("user_agent"),
    hidesTitles: integer("hides_titles", { mode: "boolean" }).notNull().default(false),
    // The member's zone and hours, which a trigger by hand in the migration keeps: the tick starts at these, not at members.
    timezone: text().notNull(),
    weekdayHour: integer("weekday_hour").notNull(),
    weekendHour: integer("weekend_hour").notNull(),
    createdAt: integer("created_at").notNull(),
    acceptedAt: integer("accepted_at"),
  },
  (table) => [
    uniqueIndex("push_devices_endpoint").on(table.endpoint),
    index("push_devices_member").on(table.memberId),
    index("push_devices_weekdays").on(table.timezone, table.weekdayHour, table.id),
    index("push_devices_weekends").on(table.timezone, table.weekendHour, table.id),
  ],
);

/** Up to 100 devices still to be notified of a morning. Deleted once each of them has a result. */
export const pushBatches = sqliteTable(
  "push_batches",
  {
    id: text().primaryKey(),
    slotAt: integer("slot_at").notNull(),
    localDate: text("local_date").notNull(),
    /** JSON array. */
    deviceIds: text("device_ids").notNull(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: integer("next_attempt_at").notNull(),
    leaseUntil: integer("lease_until").notNull().default(0),
  },
  (table) => [index("push_batches_due").on(table.nextAttemptAt)],
);

/** One row per device and date, so a device rings once. WITHOUT ROWID, by hand in the migration. */
export const pushDeliveries = sqliteTable(
  "push_deliveries",
  {
    day: dayNumber("day").notNull(),
    memberId: text("member_id").notNull(),
    deviceId: text("device_id").notNull(),
    state: pushState().notNull(),
    /** When the state came about; of a claim or a wait, when it ends. */
    at: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.memberId, table.deviceId] })],
);

/** A date's results, which outlive the deliveries. */
export const pushCounts = sqliteTable("push_counts", {
  localDate: text("local_date").primaryKey(),
  accepted: integer().notNull().default(0),
  gone: integer().notNull().default(0),
  refused: integer().notNull().default(0),
  missed: integer().notNull().default(0),
  unknown: integer().notNull().default(0),
});
