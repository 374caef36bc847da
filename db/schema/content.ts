import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { ContentStatus } from "../../domain/rules/release.ts";
import { media } from "./media.ts";

export const content = sqliteTable(
  "content",
  {
    id: text().primaryKey(),
    date: text().notNull(),
    title: text().notNull(),
    description: text().notNull().default(""),
    status: text().$type<ContentStatus>().notNull().default("draft"),
    hidden: integer({ mode: "boolean" }).notNull().default(false),
    audioKey: text("audio_key").references(() => media.key),
    /** Provider and id of an embedded video; a hosted file stands in `videoKey` instead. */
    embedProvider: text("embed_provider").$type<"youtube" | "vimeo">(),
    embedRef: text("embed_ref"),
    videoKey: text("video_key").references(() => media.key),
    durationSeconds: integer("duration_seconds"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("content_date").on(table.date),
    // The tick asks each minute which scheduled days have begun; it must not read the whole library for that.
    index("content_scheduled").on(table.date).where(sql`status = 'scheduled'`),
    check("content_status", sql`status in ('draft','published','scheduled')`),
  ],
);
