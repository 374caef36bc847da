import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { CONTENT_STATUSES } from "../../domain/rules/release.ts";
import { EMBED_PROVIDERS, MEDIUM_KINDS } from "../../domain/rules/video-link.ts";
import { ofMember } from "./members.ts";

/** Files in R2. Keys must be unguessable, since a media pass opens every medium. */
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
    /** Since when no content, revision, or deleted content refers to it; null while one does. */
    unreferencedSince: integer("unreferenced_since"),
  },
  (table) => [
    index("media_kind_created").on(table.kind, table.createdAt),
    index("media_unreferenced").on(table.unreferencedSince).where(sql`unreferenced_since is not null`),
  ],
);

/** The item of one date: words, status, audio, one video. Members read "session" for it. */
export const content = sqliteTable(
  "content",
  {
    id: text().primaryKey(),
    /** Stands for the ID in members' progress, since it's short. A trigger by hand in the migration gives it. */
    number: integer(),
    date: text().notNull(),
    title: text().notNull(),
    description: text().notNull().default(""),
    status: text({ enum: CONTENT_STATUSES }).notNull().default("draft"),
    hidden: integer({ mode: "boolean" }).notNull().default(false),
    /** Whether it may go out on a date without content, and the last one it went out on. A trigger by hand in the migration keeps the date. */
    mayBeSentAgain: integer("may_be_sent_again", { mode: "boolean" }).notNull().default(false),
    sentAgainOn: text("sent_again_on").notNull().default(""),
    audioKey: text("audio_key").references(() => media.key),
    /** Provider and ID of an embedded video; a hosted file is in `videoKey` instead. */
    embedProvider: text("embed_provider", { enum: EMBED_PROVIDERS }),
    embedRef: text("embed_ref"),
    videoKey: text("video_key").references(() => media.key),
    durationSeconds: integer("duration_seconds"),
    transcript: text(),
    captionsKey: text("captions_key").references(() => media.key),
    artworkKey: text("artwork_key").references(() => media.key),
    /** Raised by each write, so an administrator can't overwrite an edit they haven't seen. */
    version: integer().notNull().default(1),
    /** Members who started it, and who completed it and didn't undo that. Triggers written by hand in the migration keep both counts. */
    starts: integer().notNull().default(0),
    completions: integer().notNull().default(0),
    /** Members who have it among their favorites, counted by triggers as well. */
    favorites: integer().notNull().default(0),
    /** Kept for a while so it can be restored; its date is free again. */
    deletedAt: integer("deleted_at"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("content_day").on(table.date).where(sql`deleted_at is null`),
    uniqueIndex("content_number").on(table.number),
    // Says alone which days are on offer: streaks, months, and mornings read them by the hundred.
    index("content_on_offer")
      .on(table.date, table.status, table.hidden, table.deletedAt)
      .where(sql`deleted_at is null`),
    // The hourly cron looks for scheduled days that have begun, and mustn't read the whole library.
    index("content_to_publish").on(table.date).where(sql`status = 'scheduled' and deleted_at is null`),
    index("content_status_day").on(table.status, table.date).where(sql`deleted_at is null`),
    index("content_deleted").on(table.deletedAt).where(sql`deleted_at is not null`),
    // Items whose words must still be deleted; emptied ones stay in the index above for good.
    index("content_to_empty").on(table.deletedAt).where(sql`deleted_at is not null and title <> ''`),
    // What goes out on the next date without content is its first row (worker/content/fallbacks.queries.ts).
    index("content_to_send_again")
      .on(sql`(case when sent_again_on > date then sent_again_on else date end)`, table.date)
      .where(sql`may_be_sent_again = 1 and deleted_at is null and status <> 'draft' and hidden = 0`),
    index("content_audio").on(table.audioKey).where(sql`audio_key is not null`),
    index("content_video").on(table.videoKey).where(sql`video_key is not null`),
    index("content_captions").on(table.captionsKey).where(sql`captions_key is not null`),
    index("content_artwork").on(table.artworkKey).where(sql`artwork_key is not null`),
    check("content_status", sql`status in ('draft','published','scheduled')`),
  ],
);

/** How many items of a month are on offer, so members' months don't read the library. WITHOUT ROWID and triggers, by hand in the migration. */
export const contentMonths = sqliteTable("content_months", {
  /** `YYYY-MM` */
  month: text().primaryKey(),
  items: integer().notNull(),
});

/**
 * What a search looks through, folded (domain/rules/search.ts). Triggers written by hand in the migration give each
 * item a row and set it to null when the item's words change; the Worker then writes it.
 */
export const contentTexts = sqliteTable(
  "content_texts",
  {
    contentId: text("content_id").primaryKey(),
    folded: text(),
  },
  (table) => [index("content_texts_to_fold").on(table.contentId).where(sql`folded is null`)],
);

/** An item before an edit: JSON of the fields an administrator can change. */
export const contentRevisions = sqliteTable(
  "content_revisions",
  {
    contentId: text("content_id")
      .notNull()
      .references(() => content.id),
    version: integer().notNull(),
    fields: text().notNull(),
    /** The editor session whose edit replaced it: its saves soon after belong to the same edit. */
    flow: text(),
    replacedAt: integer("replaced_at").notNull(),
    /** Who made that edit; null: the owner. */
    author: text(),
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

/** A member's favorite sessions. WITHOUT ROWID, by hand in the migration. */
export const favorites = sqliteTable(
  "favorites",
  {
    memberId: ofMember(),
    contentId: text("content_id")
      .notNull()
      .references(() => content.id),
    addedAt: integer("added_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.contentId] })],
);

/** What a date without its own content wakes members with: decided once, when the first of them is due. */
export const fallbackMornings = sqliteTable(
  "fallback_mornings",
  {
    date: text().primaryKey(),
    contentId: text("content_id").notNull(),
    /** JSON array: earlier IDs of this morning that became unavailable during the day. */
    earlier: text().notNull().default("[]"),
    decidedAt: integer("decided_at").notNull(),
  },
  (table) => [index("fallback_mornings_content").on(table.contentId, table.date)],
);

/** A fallback played again long after its completion: that morning counts, too. WITHOUT ROWID, by hand in the migration. */
export const repeats = sqliteTable(
  "repeats",
  {
    memberId: text("member_id").notNull(),
    morning: text().notNull(),
    contentId: text("content_id").notNull(),
    audioCompleted: integer("audio_completed", { mode: "boolean" }).notNull().default(false),
    videoCompleted: integer("video_completed", { mode: "boolean" }).notNull().default(false),
    /** The member's own day at completion; null until every medium is complete. */
    completedDate: text("completed_date"),
    completedBy: text("completed_by"),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.morning] }),
    index("repeats_day").on(table.completedDate).where(sql`completed_date is not null`),
  ],
);
