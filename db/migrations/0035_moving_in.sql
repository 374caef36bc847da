CREATE TABLE `broadcasts` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`audience` text NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`recipients` integer NOT NULL,
	`state` text NOT NULL,
	`cursor` text DEFAULT '' NOT NULL,
	`written` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`begins_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `broadcasts_open` ON `broadcasts` (`begins_at`) WHERE state in ('waiting','sending');--> statement-breakpoint
CREATE INDEX `broadcasts_created` ON `broadcasts` (`created_at`);--> statement-breakpoint
CREATE TABLE `imports` (
	`id` text PRIMARY KEY NOT NULL,
	`filename` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`mapping` text NOT NULL,
	`state` text NOT NULL,
	`offset_bytes` integer DEFAULT 0 NOT NULL,
	`rows_done` integer DEFAULT 0 NOT NULL,
	`created` integer DEFAULT 0 NOT NULL,
	`refused` integer DEFAULT 0 NOT NULL,
	`lease_until` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`ended_at` integer,
	`file_deleted_at` integer
);
--> statement-breakpoint
CREATE INDEX `imports_busy` ON `imports` (`started_at`) WHERE state in ('waiting','running','undoing');--> statement-breakpoint
CREATE INDEX `imports_files` ON `imports` (`created_at`) WHERE file_deleted_at is null;--> statement-breakpoint
CREATE TABLE `invitation_pace` (
	`id` integer PRIMARY KEY NOT NULL,
	`started_at` integer,
	`date` text,
	`days_before` integer DEFAULT 0 NOT NULL,
	`sent_today` integer DEFAULT 0 NOT NULL,
	`stopped_at` integer,
	`stop_reason` text,
	`bounces_from` integer DEFAULT 0 NOT NULL,
	`purge_asked_at` integer
);
--> statement-breakpoint
-- By hand: WITHOUT ROWID, which drizzle-kit cannot express.
CREATE TABLE `invitations` (
	`member_id` text PRIMARY KEY NOT NULL,
	`import_id` text NOT NULL,
	`row` integer NOT NULL,
	`is_unsubscribed` integer NOT NULL,
	`invited_at` integer,
	`reminded_at` integer,
	`accepted_at` integer,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_row` ON `invitations` (`import_id`,`row`);--> statement-breakpoint
CREATE INDEX `invitations_waiting` ON `invitations` (`import_id`,`row`) WHERE invited_at is null and accepted_at is null;--> statement-breakpoint
CREATE INDEX `invitations_to_remind` ON `invitations` (`invited_at`) WHERE invited_at is not null and accepted_at is null and reminded_at is null and is_unsubscribed = 0;--> statement-breakpoint
CREATE INDEX `invitations_open` ON `invitations` (`invited_at`) WHERE invited_at is not null and accepted_at is null;--> statement-breakpoint
CREATE INDEX `invitations_sent` ON `invitations` (`invited_at`) WHERE invited_at is not null;--> statement-breakpoint
ALTER TABLE `dispatcher` ADD `invitations_paused_until` integer;--> statement-breakpoint
ALTER TABLE `dispatcher` ADD `messages_paused_until` integer;--> statement-breakpoint
ALTER TABLE `members` ADD `is_unaccepted` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `access_grants_imports` ON `access_grants` (`until`) WHERE source = 'import';