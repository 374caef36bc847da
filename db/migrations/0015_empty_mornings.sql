CREATE TABLE `fallback_mornings` (
	`date` text PRIMARY KEY NOT NULL,
	`content_id` text NOT NULL,
	`earlier` text DEFAULT '[]' NOT NULL,
	`decided_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `fallback_mornings_content` ON `fallback_mornings` (`content_id`,`date`);--> statement-breakpoint
-- By hand: WITHOUT ROWID, which drizzle-kit cannot express.
CREATE TABLE `repeats` (
	`member_id` text NOT NULL,
	`morning` text NOT NULL,
	`content_id` text NOT NULL,
	`audio_completed` integer DEFAULT false NOT NULL,
	`video_completed` integer DEFAULT false NOT NULL,
	`completed_date` text,
	`completed_by` text,
	PRIMARY KEY(`member_id`, `morning`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `repeats_day` ON `repeats` (`completed_date`) WHERE completed_date is not null;--> statement-breakpoint
CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `wake_up_mails` ADD `fallback_id` text;