ALTER TABLE `dispatcher` ADD `last_start_at` integer;--> statement-breakpoint
ALTER TABLE `dispatcher` ADD `slowed_ms` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `dispatcher` ADD `slowed_until` integer;--> statement-breakpoint
ALTER TABLE `dispatcher` ADD `spare_at` integer;--> statement-breakpoint
ALTER TABLE `dispatcher` ADD `spare_until` integer;--> statement-breakpoint
ALTER TABLE `dispatcher` ADD `taken_at` integer;
