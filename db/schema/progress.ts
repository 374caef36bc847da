import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { dayNumber, wholeSeconds } from "./column-types.ts";
import { content } from "./content.ts";
import { ofMember } from "./members.ts";

/**
 * How far a member is in one item, in at most 100 bytes with its index entry (worker/progress/morning-rows.test.ts). WITHOUT ROWID
 * and triggers, by hand in the migration; the view `progress_in_words` has the item's ID, and instants and days as in other tables.
 */
export const progress = sqliteTable(
  "member_progress",
  {
    memberId: ofMember(),
    /** Without a foreign key, for which SQLite would read all rows at every new item. */
    contentNumber: integer("content_number").notNull(),
    audioCompleted: integer("audio_completed", { mode: "boolean" }).notNull().default(false),
    videoCompleted: integer("video_completed", { mode: "boolean" }).notNull().default(false),
    totalWatched: integer("total_watched", { mode: "boolean" }).notNull().default(false),
    audioProgress: integer("audio_progress").notNull().default(0),
    videoProgress: integer("video_progress").notNull().default(0),
    /** Seconds into the medium. */
    audioPosition: real("audio_position").notNull().default(0),
    videoPosition: real("video_position").notNull().default(0),
    /** Number of the playback that set the positions, and of its save (docs/rules/progress.md, "Positions and saves"). */
    playback: integer().notNull().default(0),
    sequence: integer().notNull().default(0),
    positionAt: wholeSeconds("position_at"),
    /** Raised by "start over" and "not done": saves of an earlier epoch change nothing. */
    epoch: integer().notNull().default(0),
    /** The member's own day at completion, in their zone at the time: travel doesn't change it. */
    completedDate: dayNumber("completed_day"),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.contentNumber] }),
    index("member_progress_completed").on(table.memberId, table.completedDate),
  ],
);

/** How many sessions members completed on each of their own days. Triggers written by hand in the migration count them. */
export const completionsByDay = sqliteTable("completions_by_day", {
  day: dayNumber().primaryKey(),
  completions: integer().notNull(),
});

/** How many sessions members started on each of their own days from an email or a notification. */
export const startsByDay = sqliteTable("starts_by_day", {
  day: dayNumber().primaryKey(),
  byEmail: integer("by_mail").notNull(),
  byPush: integer("by_push").notNull(),
});

/** Progress as 0.2.0 stores it. `moveProgress` empties it, and a later migration drops it with the triggers that read it. */
export const oldProgress = sqliteTable(
  "progress",
  {
    memberId: ofMember(),
    contentId: text("content_id")
      .notNull()
      .references(() => content.id),
    audioCompleted: integer("audio_completed", { mode: "boolean" }).notNull().default(false),
    videoCompleted: integer("video_completed", { mode: "boolean" }).notNull().default(false),
    totalWatched: integer("total_watched", { mode: "boolean" }).notNull().default(false),
    audioProgress: integer("audio_progress").notNull().default(0),
    videoProgress: integer("video_progress").notNull().default(0),
    audioPosition: real("audio_position").notNull().default(0),
    videoPosition: real("video_position").notNull().default(0),
    playback: integer().notNull().default(0),
    sequence: integer().notNull().default(0),
    positionAt: integer("position_at"),
    epoch: integer().notNull().default(0),
    completedAt: integer("completed_at"),
    completedDate: text("completed_date"),
    /** Id of the save that completed it, so other statements in its batch know it was this one. */
    completedBy: text("completed_by"),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.contentId] }),
    index("progress_completed").on(table.memberId, table.completedDate),
    index("progress_day").on(table.completedDate).where(sql`completed_date is not null`),
  ],
);
