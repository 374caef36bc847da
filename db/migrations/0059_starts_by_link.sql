ALTER TABLE `push_counts` ADD `started_by_email` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `push_counts` ADD `started_by_push` integer DEFAULT 0 NOT NULL;