import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { GRANT_PLANS } from "../../domain/rules/access.ts";
import { SUPPRESSION_REASONS } from "../../domain/rules/mail-events.ts";
import { SUBSCRIPTION_TYPES } from "../../domain/rules/plans.ts";
import { SUBSCRIPTION_STATUSES } from "../../domain/rules/subscription-statuses.ts";

const hasMoreThan = (name: string) => `${name} glob '*[^a-zA-Z0-9 .-]*' and ${name}_folded is null`;
/** Members whose names `lower` doesn't fold as domain/rules/text.ts does. A trigger by hand in the migration forgets the form of a changed name. */
export const IS_TO_FOLD = `deleted_at is null and (${hasMoreThan("first_name")} or ${hasMoreThan("last_name")})`;

/** In all tables, instants are epoch milliseconds, days `YYYY-MM-DD`. WITHOUT ROWID, by hand in the migration: lookups read one row. */
export const members = sqliteTable(
  "members",
  {
    id: text().primaryKey(),
    /** As the person typed it; `emailKey` is the normalized form, which is unique. */
    email: text().notNull(),
    emailKey: text("email_key").notNull(),
    firstName: text("first_name"),
    lastName: text("last_name"),
    passwordHash: text("password_hash"),
    /** When a link or code from an email first proved that the address's owner has this account (worker/account/proof/). */
    mailboxProvedAt: integer("mailbox_proved_at"),
    // From here to `accessChangesAt`, everything is recomputed from the member's grants (docs/rules/access.md, "Membership").
    subscriptionType: text("subscription_type", { enum: SUBSCRIPTION_TYPES }).notNull(),
    /** The word people see; never the answer to "may they?". */
    subscriptionStatus: text("subscription_status", { enum: SUBSCRIPTION_STATUSES }).notNull(),
    /** The only stored answer to "may they?": null or past means no access. */
    accessEndsAt: integer("access_ends_at"),
    /** End of the trial or the paid period, as shown to people. */
    subscriptionEndsAt: integer("subscription_ends_at"),
    /** Decides privileges such as early access; null while no grant is active. */
    highestPlan: text("highest_plan", { enum: GRANT_PLANS }),
    /** When the next grant starts or ends; the tick then recomputes. */
    accessChangesAt: integer("access_changes_at"),
    giftGiverName: text("gift_giver_name"),
    wakeUpHour: integer("wake_up_hour").notNull().default(6),
    /** Null: as on weekdays; -1: nothing. */
    weekendHour: integer("weekend_hour"),
    timezone: text().notNull().default("America/Chicago"),
    emailEnabled: integer("email_enabled", { mode: "boolean" }).notNull().default(true),
    /** Earlier slots aren't this member's (docs/rules/wake-up.md, "Due"). */
    wakeUpSince: integer("wake_up_since").notNull(),
    playbackSpeed: real("playback_speed").notNull().default(1),
    // Recounted from the member's progress whenever an item is completed or that is undone.
    itemsCompleted: integer("items_completed").notNull().default(0),
    lastCompletedDate: text("last_completed_date"),
    /** As of `lastCompletedDate`: later missed days don't show in it. */
    currentStreak: integer("current_streak").notNull().default(0),
    // What a search of names compares. Null for names that `lower` folds alike, and until a new one is folded (worker/members/fold-texts.ts).
    firstNameFolded: text("first_name_folded"),
    lastNameFolded: text("last_name_folded"),
    phoneNumber: text("phone_number"),
    smsEnabled: integer("sms_enabled", { mode: "boolean" }).notNull().default(false),
    /** Imported and not accepted yet: gets no email but the invitation. */
    isUnaccepted: integer("is_unaccepted", { mode: "boolean" }).notNull().default(false),
    suppressedAt: integer("suppressed_at"),
    /** Null, like the next column, while the address gets email. */
    suppressionReason: text("suppression_reason", { enum: SUPPRESSION_REASONS }),
    suppressionAskedAt: integer("suppression_asked_at"),
    /** Wake-up emails in a row that came back because the mailbox is full. At `MAX_FULL_BOUNCES`, wake-ups and messages stop. */
    fullBounces: integer("full_bounces").notNull().default(0),
    pausedUntil: integer("paused_until"),
    deletedAt: integer("deleted_at"),
    /** When personal data is purged: set with the email that announces it, or by deleting the account. Null again once access is back. */
    purgeAt: integer("purge_at"),
    /** When it was purged. docs/decisions/0034-what-a-purge-leaves.md lists what the row still holds. */
    purgedAt: integer("purged_at"),
    createdAt: integer("created_at").notNull(),
    /** When they joined where they were imported from, if the file says it: shown and sorted by, but no days here count from it. */
    joinedAt: integer("joined_at"),
    memberSince: integer("member_since")
      .generatedAlwaysAs(sql`coalesce(joined_at, created_at)`, { mode: "virtual" })
      .notNull(),
    /** When anything that affects emails changed: an emailed click can be undone until then. */
    updatedAt: integer("updated_at").notNull(),
    /** The key of their unsubscribe links: the one that signed when the account was created, for good. */
    unsubscribeKey: integer("unsubscribe_key").notNull().default(1),
  },
  (table) => [
    uniqueIndex("members_email_key").on(table.emailKey).where(sql`deleted_at is null`),
    // The dispatcher cuts its batches along this index, which holds only members who get emails.
    index("members_wake_up")
      .on(table.timezone, table.wakeUpHour, table.id)
      .where(sql`email_enabled = 1 and deleted_at is null`),
    // The same for Saturdays and Sundays.
    index("members_weekends")
      .on(table.timezone, sql`coalesce(weekend_hour, wake_up_hour)`, table.id)
      .where(sql`email_enabled = 1 and deleted_at is null`),
    // The tick checks every minute whose grants have started or ended; only members with a coming change are in it.
    index("members_access_changes").on(table.accessChangesAt).where(sql`access_changes_at is not null`),
    index("members_trials")
      .on(table.subscriptionType, table.subscriptionEndsAt)
      .where(sql`subscription_type = 'trial' and deleted_at is null`),
    index("members_joined").on(table.memberSince).where(sql`deleted_at is null`),
    // The administrator's list: newest first, by type and what of the status the row alone says (by only one of them it merges a few
    // ranges), and by name prefix.
    index("members_words_created")
      .on(
        table.subscriptionType,
        sql`case when highest_plan is null and access_ends_at is null then 'none' when highest_plan is null then 'ended' when is_unaccepted then 'invited' when subscription_type = 'trial' then 'trial' else 'active' end`,
        table.memberSince,
      )
      .where(sql`deleted_at is null`),
    // Any delivery ends the row of bounces; the index holds only members who have one.
    index("members_full").on(table.emailKey).where(sql`full_bounces > 0`),
    index("members_suppressed").on(table.suppressedAt).where(sql`suppressed_at is not null and deleted_at is null`),
    index("members_suppression_asked").on(table.suppressionAskedAt).where(sql`suppression_asked_at is not null`),
    index("members_full_name")
      .on(
        sql`coalesce(first_name_folded, lower(first_name), '') || ' ' || coalesce(last_name_folded, lower(last_name), '')`,
      )
      .where(sql`deleted_at is null`),
    index("members_last_name").on(sql`coalesce(last_name_folded, lower(last_name))`).where(sql`deleted_at is null`),
    // A search for part of a name or email scans this whole index, so the index has every column the search needs.
    index("members_search")
      .on(table.emailKey, table.firstName, table.lastName, table.firstNameFolded, table.lastNameFolded)
      .where(sql`deleted_at is null`),
    index("members_to_fold").on(table.id).where(sql.raw(IS_TO_FOLD)),
    // For the purge and the notice before it. Members with access are in neither index.
    index("members_purge").on(table.purgeAt).where(sql`purge_at is not null and purged_at is null`),
    index("members_untold")
      .on(sql`coalesce(access_ends_at, created_at)`)
      .where(sql`access_changes_at is null and purge_at is null and deleted_at is null`),
    // Finds the account of a person who wants back what they deleted.
    index("members_closed").on(table.emailKey).where(sql`deleted_at is not null and purged_at is null`),
    index("members_deleted").on(table.deletedAt).where(sql`deleted_at is not null`),
    check("members_subscription_type", sql`subscription_type in ('monthly','quarterly','annual','gift','trial')`),
    check("members_subscription_status", sql`subscription_status in ('active','trial','cancelled','expired')`),
  ],
);

/** The member that a row belongs to. */
export const ofMember = () =>
  text("member_id")
    .notNull()
    .references(() => members.id);

/** An administrator's notes about a member; their labels are in the next table. */
export const memberNotes = sqliteTable(
  "member_notes",
  {
    id: text().primaryKey(),
    memberId: ofMember(),
    text: text().notNull(),
    createdAt: integer("created_at").notNull(),
    /** The administrator's name; null: the owner. */
    author: text(),
  },
  (table) => [index("member_notes_member").on(table.memberId, table.createdAt)],
);

export const memberLabels = sqliteTable(
  "member_labels",
  {
    memberId: ofMember(),
    label: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.label] }), index("member_labels_label").on(table.label)],
);
