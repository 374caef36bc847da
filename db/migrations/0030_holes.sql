CREATE TABLE `admin_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`network` text NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `admin_sessions_started` ON `admin_sessions` (`started_at`);--> statement-breakpoint
ALTER TABLE `mail_events` ADD `kind` text;--> statement-breakpoint
ALTER TABLE `mail_events` ADD `recipient` text;--> statement-breakpoint
ALTER TABLE `mail_events` ADD `at` integer;--> statement-breakpoint
ALTER TABLE `dispatcher` ADD `wake_ups_paused_until` integer;--> statement-breakpoint
ALTER TABLE `dispatcher` ADD `acknowledgements_paused_until` integer;--> statement-breakpoint
ALTER TABLE `dispatcher` ADD `gifts_paused_until` integer;--> statement-breakpoint
ALTER TABLE `dispatcher` ADD `complaints_from` integer;--> statement-breakpoint
ALTER TABLE `checkouts` ADD `request_id` text;--> statement-breakpoint
ALTER TABLE `checkouts` ADD `asked_at` integer;--> statement-breakpoint
ALTER TABLE `checkouts` ADD `answer` text;--> statement-breakpoint
CREATE UNIQUE INDEX `checkouts_request_id_unique` ON `checkouts` (`request_id`);--> statement-breakpoint
ALTER TABLE `gifts` ADD `asked_at` integer;--> statement-breakpoint
ALTER TABLE `gifts` ADD `answer` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `payer_id` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `unpaid_from` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `unpaid_until` integer;--> statement-breakpoint
CREATE INDEX `subscriptions_unpaid_payer` ON `subscriptions` (`payer_id`) WHERE last_payment_at is null and payer_id is not null;