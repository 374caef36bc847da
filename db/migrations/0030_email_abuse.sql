ALTER TABLE `mail_events` ADD `kind` text;--> statement-breakpoint
ALTER TABLE `mail_events` ADD `recipient` text;--> statement-breakpoint
ALTER TABLE `mail_events` ADD `at` integer;--> statement-breakpoint
ALTER TABLE `dispatcher` ADD `wake_ups_paused_until` integer;--> statement-breakpoint
ALTER TABLE `dispatcher` ADD `acknowledgements_paused_until` integer;--> statement-breakpoint
ALTER TABLE `dispatcher` ADD `gifts_paused_until` integer;--> statement-breakpoint
ALTER TABLE `dispatcher` ADD `complaints_from` integer;