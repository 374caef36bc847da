ALTER TABLE `auth_tokens` ADD `bound_to` text;--> statement-breakpoint
ALTER TABLE `auth_tokens` ADD `user_agent` text;--> statement-breakpoint
CREATE INDEX `auth_tokens_bound` ON `auth_tokens` (`bound_to`) WHERE bound_to is not null;