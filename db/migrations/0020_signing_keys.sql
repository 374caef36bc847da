ALTER TABLE `auth_tokens` ADD `signing_key` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `signing_key` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `transactional_mails` ADD `signing_key` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `members` ADD `unsubscribe_key` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `wake_up_batches` ADD `signing_key` integer DEFAULT 1 NOT NULL;