ALTER TABLE `dispatcher` ADD `welcomed_at` integer;--> statement-breakpoint
ALTER TABLE `dispatcher` ADD `welcomed_id` text;