import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { content } from "./content.ts";
import { members } from "./members.ts";

export const progress = sqliteTable(
  "progress",
  {
    memberId: text("member_id")
      .notNull()
      .references(() => members.id),
    contentId: text("content_id")
      .notNull()
      .references(() => content.id),
    audioCompleted: integer("audio_completed", { mode: "boolean" }).notNull().default(false),
    videoCompleted: integer("video_completed", { mode: "boolean" }).notNull().default(false),
    totalWatched: integer("total_watched", { mode: "boolean" }).notNull().default(false),
    audioProgress: integer("audio_progress").notNull().default(0),
    videoProgress: integer("video_progress").notNull().default(0),
    completedAt: integer("completed_at"),
    /** The member's own day at completion, in the zone they had then: travel does not rewrite it. */
    completedDate: text("completed_date"),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.contentId] }),
    index("progress_completed").on(table.memberId, table.completedDate),
  ],
);
