import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { CONTENT_STATUSES } from "../../domain/rules/release.ts";
import { EMBED_PROVIDERS, MEDIUM_KINDS } from "../../domain/rules/video-link.ts";
import { members } from "./members.ts";

/** What lies in R2. The key is unguessable, since the media pass opens every medium. */
export const media = sqliteTable(
  "media",
  {
    key: text().primaryKey(),
    kind: text({ enum: MEDIUM_KINDS }).notNull(),
    title: text().notNull(),
    contentType: text("content_type").notNull(),
    sizeBytes: integer("size_bytes").notNull(),
    durationSeconds: real("duration_seconds"),
    createdAt: integer("created_at").notNull(),
    /** Since when no content, revision or deleted content refers to it; null while one does. */
    unreferencedSince: integer("unreferenced_since"),
  },
  (table) => [
    index("media_kind_created").on(table.kind, table.createdAt),
    index("media_unreferenced").on(table.unreferencedSince).where(sql`unreferenced_since is not null`),
  ],
);

export const content = sqliteTable(
  "content",
  {
    id: text().primaryKey(),
    date: text().notNull(),
    title: text().notNull(),
    description: text().notNull().default(""),
    status: text({ enum: CONTENT_STATUSES }).notNull().default("draft"),
    hidden: integer({ mode: "boolean" }).notNull().default(false),
    audioKey: text("audio_key").references(() => media.key),
    /** Provider and id of an embedded video; a hosted file stands in `videoKey` instead. */
    embedProvider: text("embed_provider", { enum: EMBED_PROVIDERS }),
    embedRef: text("embed_ref"),
    videoKey: text("video_key").references(() => media.key),
    durationSeconds: integer("duration_seconds"),
    transcript: text(),
    captionsKey: text("captions_key").references(() => media.key),
    artworkKey: text("artwork_key").references(() => media.key),
    /** Raised by each write, so that one administrator's edit cannot overwrite what another has seen and they have not. */
    version: integer().notNull().default(1),
    /**
     * Members who have begun it, and who have completed it and not undone that. Triggers of the migration keep them, written by
     * hand since drizzle-kit cannot: whichever save does so counts, in its own statement.
     */
    starts: integer().notNull().default(0),
    completions: integer().notNull().default(0),
    /** Kept for a while after, to be restored; its date is free again. */
    deletedAt: integer("deleted_at"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("content_day").on(table.date).where(sql`deleted_at is null`),
    // The tick asks each minute which scheduled days have begun; it must not read the whole library for that.
    index("content_to_publish").on(table.date).where(sql`status = 'scheduled' and deleted_at is null`),
    index("content_status_day").on(table.status, table.date).where(sql`deleted_at is null`),
    index("content_deleted").on(table.deletedAt).where(sql`deleted_at is not null`),
    // Whose words are still to go; those that were emptied stay in the index above for good.
    index("content_to_empty").on(table.deletedAt).where(sql`deleted_at is not null and title <> ''`),
    // What refers to a medium, asked by its key.
    index("content_audio").on(table.audioKey).where(sql`audio_key is not null`),
    index("content_video").on(table.videoKey).where(sql`video_key is not null`),
    index("content_captions").on(table.captionsKey).where(sql`captions_key is not null`),
    index("content_artwork").on(table.artworkKey).where(sql`artwork_key is not null`),
    check("content_status", sql`status in ('draft','published','scheduled')`),
  ],
);

/** What an item was before an edit: JSON of the fields an administrator can change. */
export const contentRevisions = sqliteTable(
  "content_revisions",
  {
    contentId: text("content_id")
      .notNull()
      .references(() => content.id),
    /** The version that the edit replaced. */
    version: integer().notNull(),
    fields: text().notNull(),
    /** The editor whose edit replaced it: what it saves soon after belongs to the same edit. */
    flow: text(),
    /** When the edit replaced it. */
    replacedAt: integer("replaced_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.contentId, table.version] }),
    index("content_revisions_replaced").on(table.replacedAt),
    index("content_revisions_audio").on(sql`(fields ->> 'audioKey')`),
    index("content_revisions_video").on(sql`(fields ->> 'videoKey')`),
    index("content_revisions_captions").on(sql`(fields ->> 'captionsKey')`),
    index("content_revisions_artwork").on(sql`(fields ->> 'artworkKey')`),
  ],
);

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
    /** Seconds at which the medium stopped. */
    audioPosition: real("audio_position").notNull().default(0),
    videoPosition: real("video_position").notNull().default(0),
    /** Number of the playback that the positions are of, and of its save (docs/design.md, "Completion"). */
    playback: integer().notNull().default(0),
    sequence: integer().notNull().default(0),
    positionAt: integer("position_at"),
    /** Raised by "start over" and "not done": saves of an earlier one change nothing. */
    epoch: integer().notNull().default(0),
    completedAt: integer("completed_at"),
    /** The member's own day at completion, in the zone they had then: travel does not rewrite it. */
    completedDate: text("completed_date"),
    /** Id of the save that completed it, by which the statement beside it knows that it was this one. */
    completedBy: text("completed_by"),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.contentId] }),
    index("progress_completed").on(table.memberId, table.completedDate),
    // A day's completions are counted once it is over; nothing else asks for those of all members.
    index("progress_day").on(table.completedDate).where(sql`completed_date is not null`),
  ],
);

/** What a date without content of its own wakes members with: decided once, when the first of them is due. */
export const fallbackMornings = sqliteTable(
  "fallback_mornings",
  {
    date: text().primaryKey(),
    contentId: text("content_id").notNull(),
    /** JSON array: ids that stood here before and dropped out during the day. */
    earlier: text().notNull().default("[]"),
    decidedAt: integer("decided_at").notNull(),
  },
  (table) => [index("fallback_mornings_content").on(table.contentId, table.date)],
);

/**
 * A fallback that a member heard although they had completed it long before: their morning counts once more. The migration
 * creates it WITHOUT ROWID by hand, since drizzle-kit cannot.
 */
export const repeats = sqliteTable(
  "repeats",
  {
    memberId: text("member_id").notNull(),
    /** The date whose fallback it was. */
    morning: text().notNull(),
    contentId: text("content_id").notNull(),
    audioCompleted: integer("audio_completed", { mode: "boolean" }).notNull().default(false),
    videoCompleted: integer("video_completed", { mode: "boolean" }).notNull().default(false),
    /** The member's own day at completion; null until every medium is complete. */
    completedDate: text("completed_date"),
    /** Id of the save that completed it. */
    completedBy: text("completed_by"),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.morning] }),
    index("repeats_day").on(table.completedDate).where(sql`completed_date is not null`),
  ],
);
