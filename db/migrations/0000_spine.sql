CREATE TABLE `audit` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor` text NOT NULL,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`details` text,
	`request_id` text
);
--> statement-breakpoint
CREATE INDEX `audit_at` ON `audit` (`at`);--> statement-breakpoint
CREATE TABLE `auth_failures` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`window_ends_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `auth_failures_window` ON `auth_failures` (`window_ends_at`);--> statement-breakpoint
CREATE TABLE `auth_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`purpose` text NOT NULL,
	`token_hash` text NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `auth_tokens_token_hash_unique` ON `auth_tokens` (`token_hash`);--> statement-breakpoint
CREATE TABLE `content` (
	`id` text PRIMARY KEY NOT NULL,
	`date` text NOT NULL,
	`title` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`status` text DEFAULT 'draft' NOT NULL,
	`hidden` integer DEFAULT false NOT NULL,
	`audio_key` text,
	`embed_provider` text,
	`embed_ref` text,
	`video_key` text,
	`duration_seconds` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`audio_key`) REFERENCES `media`(`key`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`video_key`) REFERENCES `media`(`key`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "content_status" CHECK(status in ('draft','published','scheduled'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `content_date` ON `content` (`date`);--> statement-breakpoint
CREATE INDEX `content_scheduled` ON `content` (`date`) WHERE status = 'scheduled';--> statement-breakpoint
CREATE TABLE `outgoing_mails` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`template_version` text NOT NULL,
	`to_address` text NOT NULL,
	`parameters` text NOT NULL,
	`token_id` text,
	`state` text DEFAULT 'pending' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`first_attempt_at` integer,
	`next_attempt_at` integer NOT NULL,
	`expires_at` integer,
	`last_error` text,
	`created_at` integer NOT NULL,
	`settled_at` integer
);
--> statement-breakpoint
CREATE INDEX `outgoing_mails_pending` ON `outgoing_mails` (`next_attempt_at`) WHERE state = 'pending';--> statement-breakpoint
CREATE TABLE `media` (
	`key` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`content_type` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`duration_seconds` real,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `members` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`first_name` text,
	`last_name` text,
	`password_hash` text,
	`session_version` integer DEFAULT 1 NOT NULL,
	`subscription_type` text NOT NULL,
	`subscription_status` text NOT NULL,
	`access_ends_at` integer,
	`subscription_ends_at` integer,
	`gift_giver_name` text,
	`wake_up_hour` integer DEFAULT 6 NOT NULL,
	`timezone` text DEFAULT 'America/Chicago' NOT NULL,
	`email_enabled` integer DEFAULT true NOT NULL,
	`wake_up_since` integer NOT NULL,
	`phone_number` text,
	`sms_enabled` integer DEFAULT false NOT NULL,
	`suppressed_at` integer,
	`paused_until` integer,
	`deleted_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "members_subscription_type" CHECK(subscription_type in ('monthly','quarterly','annual','gift','trial')),
	CONSTRAINT "members_subscription_status" CHECK(subscription_status in ('active','trial','cancelled','expired'))
) WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `members_email_key` ON `members` (`email_key`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `members_wake_up` ON `members` (`timezone`,`wake_up_hour`,`id`) WHERE email_enabled = 1 and deleted_at is null;--> statement-breakpoint
CREATE INDEX `members_access_end` ON `members` (`access_ends_at`) WHERE subscription_status in ('trial','active');--> statement-breakpoint
CREATE INDEX `members_by_type` ON `members` (`subscription_type`,`subscription_ends_at`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `members_created` ON `members` (`created_at`) WHERE deleted_at is null;--> statement-breakpoint
CREATE TABLE `progress` (
	`member_id` text NOT NULL,
	`content_id` text NOT NULL,
	`audio_completed` integer DEFAULT false NOT NULL,
	`video_completed` integer DEFAULT false NOT NULL,
	`total_watched` integer DEFAULT false NOT NULL,
	`audio_progress` integer DEFAULT 0 NOT NULL,
	`video_progress` integer DEFAULT 0 NOT NULL,
	`completed_at` integer,
	`completed_date` text,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`member_id`, `content_id`),
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`content_id`) REFERENCES `content`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `progress_completed` ON `progress` (`member_id`,`completed_date`);--> statement-breakpoint
CREATE TABLE `dispatcher_state` (
	`name` text PRIMARY KEY NOT NULL,
	`until` integer NOT NULL,
	`reason` text
);
--> statement-breakpoint
CREATE TABLE `issues` (
	`strike_at` integer NOT NULL,
	`local_date` text NOT NULL,
	`content_id` text NOT NULL,
	`subject` text NOT NULL,
	`html` text NOT NULL,
	`text` text NOT NULL,
	`snapshot` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`strike_at`, `local_date`)
);
--> statement-breakpoint
CREATE TABLE `ledger` (
	`local_date` text NOT NULL,
	`member_id` text NOT NULL,
	`page_id` text NOT NULL,
	`generation` integer NOT NULL,
	`state` text NOT NULL,
	`address` text NOT NULL,
	`first_name` text,
	`claimed_at` integer NOT NULL,
	`sent_at` integer,
	`reason` text,
	PRIMARY KEY(`local_date`, `member_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `pages` (
	`id` text PRIMARY KEY NOT NULL,
	`strike_at` integer NOT NULL,
	`timezone` text NOT NULL,
	`hour` integer NOT NULL,
	`local_date` text NOT NULL,
	`member_ids` text NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`generation` integer DEFAULT 1 NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`generation_attempts` integer DEFAULT 0 NOT NULL,
	`first_attempt_at` integer,
	`next_attempt_at` integer NOT NULL,
	`lease_until` integer DEFAULT 0 NOT NULL,
	`last_error` text,
	`created_at` integer NOT NULL,
	`settled_at` integer
);
--> statement-breakpoint
CREATE INDEX `pages_open` ON `pages` (`next_attempt_at`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `pages_late` ON `pages` (`strike_at`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `pages_sent` ON `pages` (`local_date`) WHERE state = 'sent';--> statement-breakpoint
CREATE TABLE `strikes` (
	`strike_at` integer PRIMARY KEY NOT NULL,
	`lease_until` integer DEFAULT 0 NOT NULL,
	`outcome` text,
	`due_count` integer DEFAULT 0 NOT NULL,
	`settled_at` integer
);
