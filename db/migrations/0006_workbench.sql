CREATE TABLE `content_revisions` (
	`content_id` text NOT NULL,
	`version` integer NOT NULL,
	`fields` text NOT NULL,
	`flow` text,
	`replaced_at` integer NOT NULL,
	PRIMARY KEY(`content_id`, `version`),
	FOREIGN KEY (`content_id`) REFERENCES `content`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `content_revisions_replaced` ON `content_revisions` (`replaced_at`);--> statement-breakpoint
CREATE TABLE `live_event_reminders` (
	`event_id` text NOT NULL,
	`reminder` text NOT NULL,
	`cursor` text DEFAULT '' NOT NULL,
	`settled_at` integer,
	PRIMARY KEY(`event_id`, `reminder`),
	FOREIGN KEY (`event_id`) REFERENCES `live_events`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `live_events` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`starts_at` integer NOT NULL,
	`url` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`sequence` integer DEFAULT 0 NOT NULL,
	`cancelled_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `live_events_starts` ON `live_events` (`starts_at`) WHERE cancelled_at is null;--> statement-breakpoint
CREATE TABLE `member_labels` (
	`member_id` text NOT NULL,
	`label` text NOT NULL,
	PRIMARY KEY(`member_id`, `label`),
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `member_labels_label` ON `member_labels` (`label`);--> statement-breakpoint
CREATE TABLE `member_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `member_notes_member` ON `member_notes` (`member_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `daily_stats` (
	`date` text PRIMARY KEY NOT NULL,
	`members` integer NOT NULL,
	`monthly` integer NOT NULL,
	`quarterly` integer NOT NULL,
	`annual` integer NOT NULL,
	`gift` integer NOT NULL,
	`trial` integer NOT NULL,
	`trials_begun` integer NOT NULL,
	`trials_ended` integer NOT NULL,
	`wake_ups_due` integer NOT NULL,
	`wake_ups_sent` integer NOT NULL,
	`wake_ups_on_time` integer NOT NULL,
	`wake_ups_failed` integer NOT NULL,
	`wake_ups_missed` integer NOT NULL,
	`wake_ups_unknown` integer NOT NULL,
	`other_mails` integer NOT NULL,
	`completions` integer NOT NULL,
	`counted_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `upload_parts` (
	`upload_id` text NOT NULL,
	`part_number` integer NOT NULL,
	`etag` text NOT NULL,
	`size_bytes` integer NOT NULL,
	PRIMARY KEY(`upload_id`, `part_number`),
	FOREIGN KEY (`upload_id`) REFERENCES `uploads`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`filename` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`offset_bytes` integer DEFAULT 0 NOT NULL,
	`key` text NOT NULL,
	`multipart_id` text,
	`state` text DEFAULT 'open' NOT NULL,
	`created_at` integer NOT NULL,
	`touched_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `uploads_touched` ON `uploads` (`state`,`touched_at`);--> statement-breakpoint
DROP INDEX `content_date`;--> statement-breakpoint
DROP INDEX `content_scheduled`;--> statement-breakpoint
ALTER TABLE `content` ADD `captions_key` text REFERENCES media(key);--> statement-breakpoint
ALTER TABLE `content` ADD `artwork_key` text REFERENCES media(key);--> statement-breakpoint
ALTER TABLE `content` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `content` ADD `starts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `content` ADD `completions` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `content` ADD `deleted_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `content_day` ON `content` (`date`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `content_to_publish` ON `content` (`date`) WHERE status = 'scheduled' and deleted_at is null;--> statement-breakpoint
CREATE INDEX `content_status_day` ON `content` (`status`,`date`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `content_deleted` ON `content` (`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
ALTER TABLE `audit` ADD `ip_address` text;--> statement-breakpoint
ALTER TABLE `audit` ADD `user_agent` text;--> statement-breakpoint
CREATE INDEX `audit_action` ON `audit` (`action`,`id`);--> statement-breakpoint
CREATE INDEX `audit_subject` ON `audit` (`subject`,`id`);--> statement-breakpoint
ALTER TABLE `auth_tokens` ADD `new_email` text;--> statement-breakpoint
CREATE INDEX `auth_tokens_member` ON `auth_tokens` (`member_id`);--> statement-breakpoint
ALTER TABLE `media` ADD `unreferenced_since` integer;--> statement-breakpoint
CREATE INDEX `media_kind_created` ON `media` (`kind`,`created_at`);--> statement-breakpoint
ALTER TABLE `dispatcher` ADD `last_hourly_at` integer;--> statement-breakpoint
ALTER TABLE `wake_up_batches` ADD `due_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `wake_up_batches` ADD `sent_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `wake_up_batches` ADD `failed_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `wake_up_batches` ADD `missed_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `wake_up_batches` ADD `unknown_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `wake_up_batches` ADD `sent_again_as` text;--> statement-breakpoint
ALTER TABLE `wake_up_batches` ADD `closes_at` integer;--> statement-breakpoint
CREATE INDEX `wake_up_batches_day` ON `wake_up_batches` (`local_date`,`slot_at`);--> statement-breakpoint
CREATE INDEX `progress_day` ON `progress` (`completed_date`) WHERE completed_date is not null;--> statement-breakpoint
CREATE INDEX `transactional_mails_member` ON `transactional_mails` (`member_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `members_type_created` ON `members` (`subscription_type`,`created_at`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `members_status_created` ON `members` (`subscription_status`,`created_at`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `members_words_created` ON `members` (`subscription_type`,`subscription_status`,`created_at`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `members_first_name` ON `members` (lower(first_name)) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `members_last_name` ON `members` (lower(last_name)) WHERE deleted_at is null;
--> statement-breakpoint
-- By hand, since drizzle-kit knows no triggers (db/schema/content.ts, `starts`).
CREATE TRIGGER `progress_started` AFTER INSERT ON `progress`
BEGIN
	UPDATE `content` SET `starts` = `starts` + 1, `completions` = `completions` + (NEW.`completed_date` IS NOT NULL) WHERE `id` = NEW.`content_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `progress_completed_or_undone` AFTER UPDATE OF `completed_date` ON `progress`
WHEN (NEW.`completed_date` IS NULL) <> (OLD.`completed_date` IS NULL)
BEGIN
	UPDATE `content` SET `completions` = `completions` + iif(NEW.`completed_date` IS NULL, -1, 1) WHERE `id` = NEW.`content_id`;
END;
--> statement-breakpoint
UPDATE `content` SET `starts` = `counted`.`starts`, `completions` = `counted`.`completions` FROM (SELECT `content_id`, count(*) AS `starts`, count(`completed_date`) AS `completions` FROM `progress` GROUP BY `content_id`) AS `counted` WHERE `counted`.`content_id` = `content`.`id`;
