CREATE TABLE `mail_days` (
	`date` text PRIMARY KEY NOT NULL,
	`told` integer DEFAULT 0 NOT NULL,
	`bounced` integer DEFAULT 0 NOT NULL,
	`complained` integer DEFAULT 0 NOT NULL,
	`paused_at` integer
);
--> statement-breakpoint
-- By hand: WITHOUT ROWID, which drizzle-kit cannot express, so that an event writes one row.
CREATE TABLE `mail_events` (
	`date` text NOT NULL,
	`id` text NOT NULL,
	`reason` text NOT NULL,
	PRIMARY KEY(`date`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `suppressions` (
	`address_hash` text PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`suppressed_at` integer NOT NULL,
	`lifted_at` integer
);
--> statement-breakpoint
ALTER TABLE `members` ADD `suppression_reason` text;--> statement-breakpoint
ALTER TABLE `members` ADD `suppression_asked_at` integer;--> statement-breakpoint
CREATE INDEX `members_suppression_asked` ON `members` (`suppression_asked_at`) WHERE suppression_asked_at is not null;--> statement-breakpoint
-- By hand: the view tells the states that the provider tells, too.
DROP VIEW `wake_up_deliveries`;--> statement-breakpoint
CREATE VIEW `wake_up_deliveries` AS
SELECT `day`, date(`day` * 86400, 'unixepoch') AS `local_date`, `member_id`, `batch`, `key_version`,
	CASE `state` WHEN 0 THEN 'claimed' WHEN 1 THEN 'sent' WHEN 2 THEN 'failed' WHEN 3 THEN 'missed' WHEN 4 THEN 'unknown'
		WHEN 5 THEN 'delivered' WHEN 6 THEN 'bounced' WHEN 7 THEN 'complained' END AS `state`,
	`claimed_at` * 1000 AS `claimed_at`, `sent_at` * 1000 AS `sent_at`, `reason`
FROM `deliveries`;
