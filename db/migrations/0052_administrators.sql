CREATE TABLE `admin_keys` (
	`hash` text PRIMARY KEY NOT NULL,
	`administrator_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`retired_at` integer,
	FOREIGN KEY (`administrator_id`) REFERENCES `administrators`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `admin_keys_administrator` ON `admin_keys` (`administrator_id`);--> statement-breakpoint
CREATE INDEX `admin_keys_retired` ON `admin_keys` (`retired_at`) WHERE retired_at is not null;--> statement-breakpoint
CREATE TABLE `administrators` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`code_version` integer DEFAULT 0 NOT NULL,
	`code_key` integer DEFAULT 1 NOT NULL,
	`last_login_at` integer,
	`created_at` integer NOT NULL,
	`removed_at` integer
);
--> statement-breakpoint
CREATE TABLE `live_event_drafts` (
	`id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`starts_at` integer NOT NULL,
	`url` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	`author` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `admin_sessions` ADD `administrator_id` text;--> statement-breakpoint
ALTER TABLE `content_revisions` ADD `author` text;--> statement-breakpoint
ALTER TABLE `member_notes` ADD `author` text;