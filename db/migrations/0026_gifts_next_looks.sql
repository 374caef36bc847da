ALTER TABLE `gifts` ADD `check_at` integer;--> statement-breakpoint
ALTER TABLE `gifts` ADD `pending_since` integer;--> statement-breakpoint
CREATE INDEX `gifts_unsettled` ON `gifts` (`check_at`,`created_at`) WHERE paid_at is null and order_id is not null;