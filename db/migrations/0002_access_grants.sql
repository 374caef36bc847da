CREATE TABLE `access_grants` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`source` text NOT NULL,
	`source_id` text NOT NULL,
	`plan` text NOT NULL,
	`starts_at` integer NOT NULL,
	`until` integer NOT NULL,
	`paid_until` integer,
	`ended_at` integer,
	`end_reason` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `access_grants_source` ON `access_grants` (`source`,`source_id`);--> statement-breakpoint
CREATE INDEX `access_grants_member` ON `access_grants` (`member_id`);--> statement-breakpoint
ALTER TABLE `members` ADD `highest_plan` text;--> statement-breakpoint
ALTER TABLE `members` ADD `access_changes_at` integer;--> statement-breakpoint
-- The grant that explains each member's columns. Who has an end to show but no access gets one that never ran.
INSERT INTO `access_grants` (`id`, `member_id`, `source`, `source_id`, `plan`, `starts_at`, `until`, `paid_until`, `end_reason`, `created_at`)
SELECT 'account:' || `id`, `id`,
	CASE WHEN `subscription_type` IN ('trial','gift') THEN `subscription_type` ELSE 'subscription' END,
	'account:' || `id`,
	CASE WHEN `subscription_type` IN ('quarterly','annual') THEN `subscription_type` ELSE 'monthly' END,
	CASE WHEN `access_ends_at` IS NULL THEN min(`subscription_ends_at`, `updated_at`) ELSE min(`created_at`, `access_ends_at` - 1) END,
	coalesce(`access_ends_at`, min(`subscription_ends_at`, `updated_at`)),
	`subscription_ends_at`,
	CASE WHEN `subscription_status` = 'cancelled' THEN 'cancelled' END,
	`created_at`
FROM `members` WHERE `access_ends_at` IS NOT NULL OR `subscription_ends_at` IS NOT NULL;--> statement-breakpoint
-- Ends that have passed already are looked at once by the ticks that follow, which then leave them alone.
UPDATE `members` SET
	`highest_plan` = CASE WHEN `subscription_type` IN ('quarterly','annual') THEN `subscription_type` ELSE 'monthly' END,
	`access_changes_at` = `access_ends_at`
WHERE `access_ends_at` IS NOT NULL;--> statement-breakpoint
DROP INDEX `members_access_end`;--> statement-breakpoint
CREATE INDEX `members_access_changes` ON `members` (`access_changes_at`) WHERE access_changes_at is not null;
