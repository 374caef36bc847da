ALTER TABLE `strikes` RENAME TO `wake_up_slots`;--> statement-breakpoint
ALTER TABLE `wake_up_slots` RENAME COLUMN `strike_at` TO `slot_at`;--> statement-breakpoint
UPDATE `wake_up_slots` SET `outcome` = 'batched' WHERE `outcome` = 'paged';--> statement-breakpoint
ALTER TABLE `issues` RENAME TO `wake_up_mails`;--> statement-breakpoint
ALTER TABLE `wake_up_mails` RENAME COLUMN `strike_at` TO `slot_at`;--> statement-breakpoint
ALTER TABLE `wake_up_mails` DROP COLUMN `snapshot`;--> statement-breakpoint
DROP INDEX `pages_open`;--> statement-breakpoint
DROP INDEX `pages_late`;--> statement-breakpoint
DROP INDEX `pages_sent`;--> statement-breakpoint
ALTER TABLE `pages` RENAME TO `wake_up_batches`;--> statement-breakpoint
ALTER TABLE `wake_up_batches` RENAME COLUMN `strike_at` TO `slot_at`;--> statement-breakpoint
ALTER TABLE `wake_up_batches` RENAME COLUMN `generation` TO `key_version`;--> statement-breakpoint
ALTER TABLE `wake_up_batches` RENAME COLUMN `generation_attempts` TO `key_attempts`;--> statement-breakpoint
ALTER TABLE `wake_up_batches` DROP COLUMN `first_attempt_at`;--> statement-breakpoint
CREATE INDEX `wake_up_batches_open` ON `wake_up_batches` (`next_attempt_at`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `wake_up_batches_late` ON `wake_up_batches` (`slot_at`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `wake_up_batches_sent` ON `wake_up_batches` (`local_date`) WHERE state = 'sent';--> statement-breakpoint
ALTER TABLE `ledger` RENAME TO `wake_up_deliveries`;--> statement-breakpoint
ALTER TABLE `wake_up_deliveries` RENAME COLUMN `page_id` TO `batch_id`;--> statement-breakpoint
ALTER TABLE `wake_up_deliveries` RENAME COLUMN `generation` TO `key_version`;--> statement-breakpoint
CREATE TABLE `dispatcher` (
	`id` integer PRIMARY KEY NOT NULL,
	`last_tick_at` integer,
	`paused_until` integer,
	`pause_reason` text
);
--> statement-breakpoint
INSERT INTO `dispatcher` (`id`, `last_tick_at`, `paused_until`, `pause_reason`) SELECT 1,
	(SELECT `until` FROM `dispatcher_state` WHERE `name` = 'heartbeat'),
	(SELECT `until` FROM `dispatcher_state` WHERE `name` = 'breaker'),
	(SELECT `reason` FROM `dispatcher_state` WHERE `name` = 'breaker');--> statement-breakpoint
DROP TABLE `dispatcher_state`;--> statement-breakpoint
DROP INDEX `outgoing_mails_pending`;--> statement-breakpoint
ALTER TABLE `outgoing_mails` RENAME TO `transactional_mails`;--> statement-breakpoint
CREATE INDEX `transactional_mails_pending` ON `transactional_mails` (`next_attempt_at`) WHERE state = 'pending';--> statement-breakpoint
DROP INDEX `auth_failures_window`;--> statement-breakpoint
ALTER TABLE `auth_failures` RENAME TO `attempt_counters`;--> statement-breakpoint
CREATE INDEX `attempt_counters_window` ON `attempt_counters` (`window_ends_at`);
