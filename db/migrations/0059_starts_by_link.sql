ALTER TABLE `push_counts` ADD `started_by_mail` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `push_counts` ADD `started_by_push` integer DEFAULT 0 NOT NULL;